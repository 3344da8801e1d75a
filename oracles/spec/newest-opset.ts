/** The newest opset of ai.onnx that the suite knows (ONNX 1.23). It has its own file because readers of models do not need the oracle. */
export const newestOpset = 28;
