// Preloaded with --require: onnxruntime-node is not installed (HIDE=package), or its native part is not (HIDE=binary).
const Module = require('node:module');
const { _resolveLookupPaths, _load } = Module;
Module._resolveLookupPaths = function (request, ...rest) {
  if (process.env.HIDE === 'package' && request === 'onnxruntime-node') return [];
  return _resolveLookupPaths.call(this, request, ...rest);
};
Module._load = function (request, ...rest) {
  if (process.env.HIDE === 'binary' && request.endsWith('.node'))
    throw new Error('wrong ELF class\nRequire stack:\n- x');
  return _load.call(this, request, ...rest);
};
