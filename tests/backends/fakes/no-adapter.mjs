// A default export that is no adapter.
export default { name: 'x', version: '1' };
