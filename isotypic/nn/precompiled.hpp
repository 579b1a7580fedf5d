// What nearly every file of the neural stack needs; compiled once (see CMakeLists.txt).
#pragma once

#include <ATen/ATen.h>
#include <torch/csrc/autograd/custom_function.h>
#include <torch/nn/init.h>
#include <torch/nn/module.h>
#include <torch/nn/modules/batchnorm.h>
#include <torch/nn/modules/linear.h>
#include <torch/nn/modules/rnn.h>

#include <Eigen/Core>
#include <string>
#include <vector>
