/** The part of the browser's interfaces used here; the project is typed for Node. */
declare const navigator: {
  readonly gpu?: { requestAdapter(): Promise<{ readonly info: Readonly<Record<string, string>> } | null> };
};
declare const OffscreenCanvas: new (
  width: number,
  height: number,
) => {
  getContext(
    kind: 'webgl2',
  ): { getExtension(name: string): GpuNames | null; getParameter(code: number): string } | null;
};

interface GpuNames {
  readonly UNMASKED_RENDERER_WEBGL: number;
}

/**
 * Returns the name of the GPU that a page uses, or of its emulation.
 * @throws Error of one line if there is none
 */
export async function gpuInfo(kind: string): Promise<{ readonly gpu: string }> {
  const gpu = kind === 'webgpu' ? await webGpu() : webGl();
  if (gpu === undefined) throw new Error(`this Chromium has no ${kind === 'webgpu' ? 'WebGPU' : 'WebGL'}`);
  return { gpu };
}

async function webGpu(): Promise<string | undefined> {
  const adapter = await navigator.gpu?.requestAdapter();
  if (!adapter) return undefined;
  const { vendor, architecture, description } = adapter.info;
  return [vendor, architecture, description].filter(Boolean).join(' ');
}

function webGl(): string | undefined {
  const context = new OffscreenCanvas(1, 1).getContext('webgl2');
  const names = context?.getExtension('WEBGL_debug_renderer_info');
  return names ? context!.getParameter(names.UNMASKED_RENDERER_WEBGL) : undefined;
}
