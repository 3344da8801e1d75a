// Gives back its input, and 1 more for each refusal since the last run; what a refusal leaves else the name of the model says.
const decode = (model) => new TextDecoder().decode(model);
let refused = 0;
let left = () => {};

const ways = {
  refuse: () => {},
  'refuse, abort later': () => process.abort(),
  'refuse, exit later': () => process.exit(1),
  'refuse, hang later': () => new Promise(() => {}),
};

export default {
  name: 'refusals',
  version: '1.0',
  async prepare(bytes) {
    const name = decode(bytes);
    if (name === 'trap') throw new WebAssembly.RuntimeError('unreachable');
    if (name in ways) {
      left = ways[name];
      refused++;
      throw new Error('refused');
    }
    await left();
    return {
      run(inputs) {
        const { data, ...x } = inputs.get('x');
        const outputs = [{ ...x, data: data.map((value) => value + refused) }];
        refused = 0;
        return outputs;
      },
    };
  },
};
