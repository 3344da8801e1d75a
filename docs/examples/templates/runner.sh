#!/bin/sh
# A starting point: started for each case with a folder in ONNX's layout.
# onnx-conformance run ReduceSum --backend 'exec:./runner.sh {dir}'
dir=$1 # holds model.onnx and test_data_set_0/input_0.pb, input_1.pb …

# Have your runtime run the model and write output_0.pb, a serialized TensorProto, into the folder:
#   my_runtime "$dir/model.onnx" "$dir/test_data_set_0" --out "$dir" && exit 0
# Or have it compare with test_data_set_0/output_0.pb itself: exit with 0 if they agree, with 1 if not.

echo "nothing is run yet: $dir/model.onnx"
exit 77 # not supported
