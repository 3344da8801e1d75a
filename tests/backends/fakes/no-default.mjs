// No default export.
export const name = 'x';
