// A starting point: an adapter for onnx-conformance. Put your runtime where it says so.
// onnx-conformance run --backend ./backend.mjs

class Unsupported extends Error {
  name = 'Unsupported';
}

export default {
  name: 'my-runtime',
  version: '0.0.0',
  // What holds for every operator may be declared, and is then not asked:
  // opsets: [7, 21],
  // dtypes: ['float32', 'int64', 'bool'],

  /** Takes the bytes of a ModelProto. Called once for a model that is run several times. */
  async prepare(model) {
    // 1. Load the model, e.g. const session = await MyRuntime.load(model);
    return {
      /** inputs: Map of { dtype, dims, data } by name; outputs: the names that are wanted. Returns as many tensors. */
      async run(inputs, outputs) {
        // 2. Run it, e.g. const results = await session.run(inputs);
        // 3. Hand back the runtime's own arrays, e.g. return outputs.map((name) => results[name]);
        // 4. Throw Unsupported for what the runtime does not implement, any other error for what goes wrong.
        throw new Unsupported(`nothing is run yet: ${model.byteLength} bytes, ${[...inputs.keys()]} to ${outputs}`);
      },
      release() {
        // 5. Free what the model holds.
      },
    };
  },
};
