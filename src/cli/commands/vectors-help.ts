/** The parts of the help texts of `vectors` that explain rather than list; at most 80 columns. */

export const vectorsHelp = `Examples:
  npx $0 vectors list
  npx $0 vectors export out/vectors
  npx $0 vectors verify out/vectors

docs/vectors.md says where the bytes come from.`;

export const vectorsListHelp = `Examples:
  npx $0 vectors list --by release
  npx $0 vectors list --opset 13 --each
  npx $0 vectors list --release 1.17.0 --json`;

export const vectorsExportHelp = `A release or an opset fills <dir>/node/test_…, as in ONNX's own folder
onnx/backend/test/data. Without them every form that a test ever had is written,
to <dir>/v1.17.0/node/test_…, where the release is the newest that has it.

--suite writes the conformance pack instead: <dir>/cases/<id>/, with a case.json
that says of every element what may stand there, so that a runner in any
language judges without this package (docs/conformance-pack.md).

Equal options give equal bytes, on every machine. A folder may hold an earlier
export of the same vectors, which is repaired; anything else in it is refused.

Examples:
  npx $0 vectors export out/vectors
  npx $0 vectors export onnx-1.17 --release 1.17.0
  npx $0 vectors export opset13 --opset 13 --npy
  npx $0 vectors export pack --suite small --dtype int32
  npx $0 run --vectors onnx-1.17 --backend ./my-backend.mjs`;

export const vectorsVerifyHelp = `Examples:
  npx $0 vectors verify out/vectors
  npx $0 vectors verify onnx-1.17 --release 1.17.0`;
