// What nearly every file that sees LibTorch needs; compiled once, here and for all that stand upon
// the neural stack (REUSE_FROM isotypic_nn).
#pragma once

#include <ATen/ATen.h>
#include <torch/csrc/autograd/custom_function.h>
#include <torch/nn/init.h>
#include <torch/nn/module.h>
#include <torch/nn/modules/batchnorm.h>
#include <torch/nn/modules/linear.h>
#include <torch/nn/modules/rnn.h>

#include <Eigen/Core>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>
