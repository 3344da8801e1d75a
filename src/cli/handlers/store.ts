import { rmSync } from 'node:fs';
import { plural } from '../../../reports/view/plural.ts';
import { storesByAge, storesFolder } from '../../run/store/store-folder.ts';
import { print } from '../terminal.ts';

const megabytes = (stores: ReturnType<typeof storesByAge>) =>
  `${Math.ceil(stores.reduce((sum, { bytes }) => sum + bytes, 0) / 2 ** 20)} MiB`;

/** The command `store show`. */
export function showStores(): void {
  const stores = storesByAge();
  print(
    stores.length === 0
      ? `nothing is kept in ${storesFolder()}\n`
      : `${plural(stores.length, 'store')}, together ${megabytes(stores)}, in ${storesFolder()}\n`,
  );
}

/** The command `store prune`. */
export function pruneStores(): void {
  const stores = storesByAge();
  for (const { path } of stores) rmSync(path, { recursive: true, force: true });
  print(`${plural(stores.length, 'store')} removed, together ${megabytes(stores)}\n`);
}
