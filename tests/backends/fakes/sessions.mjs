// Adds the number of earlier runs of its session to its input, in place, and gives back the input's own buffer.
const decode = (model) => new TextDecoder().decode(model);
const released = [];

export default {
  name: 'sessions',
  version: '1.0',
  prepare(bytes) {
    const name = decode(bytes);
    if (name === 'fail') throw new Error(`cannot load; released so far: ${released.join(', ')}`);
    let runs = 0;
    return {
      run(inputs, outputs) {
        const x = inputs.get('x');
        for (let i = 0; i < x.data.length; i++) x.data[i] += runs;
        runs++;
        return outputs.map(() => x);
      },
      release: () => released.push(name),
    };
  },
};
