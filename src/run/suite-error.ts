/** A case could not be made or judged. The message names it; the CLI exits with 3. */
export class SuiteFault extends Error {
  override readonly name = 'SuiteFault';
}

/**
 * Runs the work on one case and names the case in errors.
 * @throws SuiteFault for any error of the work except BackendUnavailable and DeclarationError
 */
export async function blameCase<T>(id: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (['BackendUnavailable', 'DeclarationError'].includes((error as Error).name)) throw error;
    throw new SuiteFault(`${id}: ${(error as Error).message}`, { cause: error });
  }
}
