/** The newest opset of ai.onnx that the suite knows (ONNX 1.23). In a file of its own: readers of models need no oracle. */
export const newestOpset = 28;
