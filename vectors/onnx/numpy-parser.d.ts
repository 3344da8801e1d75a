/** The one function of numpy-parser 1.2.3, which ships no types. */
declare module 'numpy-parser' {
  /** `shape` is wrong for rank 1 (`(3,)` reads as [3, 1]); `data` runs to the end of the buffer, whatever the shape says */
  export function fromArrayBuffer(buffer: ArrayBuffer): {
    data: Uint8Array | Uint16Array | Uint32Array | Int8Array | Int16Array | Int32Array | Float32Array | Float64Array;
    shape: number[];
  };
}
