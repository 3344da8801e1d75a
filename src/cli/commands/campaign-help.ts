/** At most 80 columns, as is all help. */
export const campaignHelp = `Examples:
  npx $0 campaign start -b onnxruntime-node --for 8h
  npx $0 campaign start Softmax Conv -b tractjs --batches 100
On several machines, one of them with a Redis or Valkey server:
  npx $0 campaign start -b tractjs --for 8h --redis redis://queue
  npx $0 campaign work -b tractjs --redis redis://queue
  npx $0 campaign status --redis redis://queue

A worker may come and go; its batch is handed out again. The first command
may be interrupted, and goes on where it was when it is given again.`;
