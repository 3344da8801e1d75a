import { expect, test } from 'vitest';
import { coreMessage } from '../../reports/aggregate/reason.ts';

test.each([
  [
    'Non-zero status code returned while running ConvInteger node. Status Message: /src/quantization/conv_integer.cc:52 virtual onnxruntime::common::Status onnxruntime::ConvInteger::Compute(onnxruntime::OpKernelContext*) const IsScalar(W) was false. Not supported now.',
    'IsScalar(W) was false. Not supported now.',
  ],
  [
    '/src/tensor.h:210 T* onnxruntime::Tensor::MutableData() [with T = long int] utils::IsPrimitiveDataType<T>(dtype_) was false.',
    'utils::IsPrimitiveDataType<T>(dtype_) was false.',
  ],
  ["in function 'void cv::dnn::gemm(bool, const Mat &, Mat &)' > only float", 'only float'],
  [
    'This is an invalid model. In Node, ("", Attention, "", -1) : ("Q": tensor(float),"",) -> ("Y": tensor(float),) , Error Unrecognized attribute: left_window_size',
    'Unrecognized attribute: left_window_size',
  ],
  [
    'Exception during initialization: /src/cpu/upsamplebase.h:314 ort::UpsampleBase::UpsampleBase(const Info&) [with Info = ort::OpKernelInfo] [ONNXRuntimeError] : 1 : FAIL : upsamplebase.h:553 ScalesValidation Linear only',
    'ScalesValidation Linear only',
  ],
  [
    'Exception during initialization: ort::Locale::Locale(const std::string&)::<lambda()> Failed to construct locale',
    'Failed to construct locale',
  ],
  [
    'Status Message: /src/op_kernel.cc:83 virtual OrtValue* ort::Context::Output(int, const ort::Shape&) [ONNXRuntimeError] : 1 : FAIL : tensor.cc:57 CalculateSize must be positive',
    'CalculateSize must be positive',
  ],
  ['step 2 of 5, first run of model 2, with dtype float64: upsamplebase.h:579 Linear only', 'Linear only'],
  ['LRN only applies on 4D tensors but shape is (1, 1).', 'LRN only applies on 4D tensors but shape is (1, 1).'],
])('what is left of %j', (message, left) => {
  expect(coreMessage(message)).toBe(left);
});
