// A default export that is not an adapter.
export default { name: 'x', version: '1' };
