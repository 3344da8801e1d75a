// Is never through.
await new Promise(() => {});
export default {};
