#include <flash_attention.h>

#include "harness.hpp"

namespace gpu_test {
namespace {

struct Case {
  std::size_t batch, heads, seqlen_q, seqlen_k, headdim;
  bool heads_first = false;   // [batch, head, position, dim] instead of [batch, position, head, dim]
  std::size_t gap = 0;        // unused elements after every row
  bool say_even = true;       // pass the EVEN_* flags where they hold
};

struct Strides {
  std::size_t b, h, m;

  Strides(const Case &c, std::size_t seqlen) {
    const std::size_t row = c.headdim + c.gap;
    h = c.heads_first ? seqlen * row : row;
    m = c.heads_first ? row : c.heads * row;
    b = c.heads * seqlen * row;
  }
};

struct Expected {
  std::vector<double> out, lse;
};

Expected attention(const std::vector<double> &q, const std::vector<double> &k, const std::vector<double> &v, const Case &c,
                   double scale, bool causal, std::size_t seqlen_q_rounded) {
  const Strides sq(c, c.seqlen_q), sk(c, c.seqlen_k);
  Expected expected{std::vector<double>(c.batch * sq.b, untouched),
                    std::vector<double>(c.batch * c.heads * seqlen_q_rounded, untouched)};
  parallel_for(c.batch * c.heads * c.seqlen_q, [&](std::size_t i) {
    const std::size_t row = i % c.seqlen_q, head = i / c.seqlen_q, b = head / c.heads, h = head % c.heads;
    const double *query = &q[b * sq.b + h * sq.h + row * sq.m];
    const std::size_t keys = causal ? std::min(row + 1, c.seqlen_k) : c.seqlen_k;
    std::vector<double> score(keys), sum(c.headdim, 0.0);
    double largest = -std::numeric_limits<double>::infinity(), total = 0;
    for (std::size_t j = 0; j < keys; ++j) {
      const double *key = &k[b * sk.b + h * sk.h + j * sk.m];
      double dot = 0;
      for (std::size_t d = 0; d < c.headdim; ++d) dot += query[d] * key[d];
      score[j] = dot * scale;
      largest = std::max(largest, score[j]);
    }
    for (std::size_t j = 0; j < keys; ++j) {
      const double *value = &v[b * sk.b + h * sk.h + j * sk.m];
      const double weight = std::exp(score[j] - largest);
      total += weight;
      for (std::size_t d = 0; d < c.headdim; ++d) sum[d] += weight * value[d];
    }
    for (std::size_t d = 0; d < c.headdim; ++d) expected.out[b * sq.b + h * sq.h + row * sq.m + d] = sum[d] / total;
    expected.lse[head * seqlen_q_rounded + row] = largest + std::log(total);
  });
  return expected;
}

template <class Kernel>
CUresult launch(Kernel kernel, CUstream stream, CUdeviceptr q, CUdeviceptr k, CUdeviceptr v, CUdeviceptr out,
                CUdeviceptr lse, CUdeviceptr scratch, float scale, const Case &c, const Strides &sq, const Strides &sk,
                std::size_t seqlen_q_rounded, std::size_t block_headdim) {
  const auto int32 = [](std::size_t value) { return static_cast<std::int32_t>(value); };
  return kernel(stream, q, k, v, out, lse, scratch, scale, int32(sq.b), int32(sq.h), int32(sq.m), int32(sk.b), int32(sk.h),
                int32(sk.m), int32(sk.b), int32(sk.h), int32(sk.m), int32(sq.b), int32(sq.h), int32(sq.m), int32(c.heads),
                int32(c.seqlen_q), int32(c.seqlen_k), int32(seqlen_q_rounded), int32(c.headdim), int32(c.batch),
                c.say_even && c.seqlen_q % 128 == 0, c.say_even && c.seqlen_k % 128 == 0,
                c.say_even && c.headdim == block_headdim);
}

template <class T, class Kernel>
void check(Report &report, CUstream stream, Kernel kernel, std::size_t block_headdim, bool causal, const Case &c) {
  const Strides sq(c, c.seqlen_q), sk(c, c.seqlen_k);
  const std::size_t seqlen_q_rounded = round_up<std::size_t>(c.seqlen_q, 128);
  const float scale = 1 / std::sqrt(static_cast<float>(c.headdim));
  const std::vector<T> q = normal<T>(c.batch * sq.b, 13), k = normal<T>(c.batch * sk.b, 14), v = normal<T>(c.batch * sk.b, 15);
  const Expected expected =
      attention(widen_all(q), widen_all(k), widen_all(v), c, static_cast<double>(scale), causal, seqlen_q_rounded);

  const Buffer<T> q_device(q), k_device(k), v_device(v), out(expected.out.size());
  const Buffer<float> lse(expected.lse.size()), scratch(expected.lse.size());
  must(launch(kernel, stream, q_device.pointer(), k_device.pointer(), v_device.pointer(), out.pointer(), lse.pointer(),
              scratch.pointer(), scale, c, sq, sk, seqlen_q_rounded, block_headdim),
       "launch");
  must(cuStreamSynchronize(stream), "synchronize");

  const std::string name = "fmha_d" + std::to_string(block_headdim) + "_" + type_name<T>() + (causal ? "" : "_full") + " b" +
                           std::to_string(c.batch) + " h" + std::to_string(c.heads) + " q" + std::to_string(c.seqlen_q) +
                           " k" + std::to_string(c.seqlen_k) + " d" + std::to_string(c.headdim) +
                           (c.heads_first ? " heads-first" : "") + (c.gap ? " gaps" : "") + (c.say_even ? "" : " not-even");
  report.close(out, expected.out, tolerance<T>(), name);
  report.close(lse, expected.lse, 1e-5, name + " lse");
  report.inputs_kept(name, q_device, k_device, v_device, scratch);
}

template <class T, class Causal, class Full>
void check_all(Report &report, CUstream stream, Causal causal, Full full, std::size_t headdim) {
  const Case cases[] = {
      {1, 1, 1, 1, headdim},
      {1, 1, 1, 200, headdim - 1},
      {2, 3, 128, 128, headdim},
      {2, 3, 128, 128, headdim, false, 0, false},
      {2, 2, 200, 200, headdim - 24, true},
      {1, 2, 257, 300, headdim - 7, false, 5},
      {2, 1, 300, 130, headdim, false, 8},
      {3, 2, 64, 1000, headdim, true},
      {1, 2, 1000, 777, headdim},
      {1, 2, 2048, 2048, headdim},
  };
  for (const Case &c : cases) {
    check<T>(report, stream, causal, headdim, true, c);
    check<T>(report, stream, full, headdim, false, c);
  }
}

/// Without keys there is nothing to attend to: zeros, and the logarithm of zero.
void check_no_keys(Report &report, CUstream stream) {
  const Case c{1, 1, 5, 0, 64};
  const Strides s(c, c.seqlen_q);
  const Buffer<Half> q(normal<Half>(c.seqlen_q * 64, 16)), nothing(0), out(c.seqlen_q * 64);
  const Buffer<float> lse(128), scratch(128);
  must(launch(fmha_d64_fp16_full_default, stream, q.pointer(), nothing.pointer(), nothing.pointer(), out.pointer(),
              lse.pointer(), scratch.pointer(), 0.125f, c, s, s, 128, 64),
       "launch");
  must(cuStreamSynchronize(stream), "synchronize");
  report.close(out, std::vector<double>(c.seqlen_q * 64, 0.0), 0, "fmha_d64_fp16_full without keys");
  const std::vector<float> logarithms = lse.download();
  bool ok = true;
  for (std::size_t i = 0; i < c.seqlen_q; ++i) ok &= std::isinf(logarithms[i]) && logarithms[i] < 0;
  report.check(ok, "fmha_d64_fp16_full without keys lse");
}

/// Sequences 2^30 elements apart: the third starts where 32-bit offsets end.
void check_far_apart(Report &report, CUstream stream) {
  const std::string name = "fmha_d64_fp16_full sequences 2^30 elements apart";
  const Case c{3, 1, 100, 100, 64};
  const std::size_t far = std::size_t{1} << 30, near = c.seqlen_q * c.headdim, count = 2 * far + 4 * near;
  CUdeviceptr arena;
  if (cuMemAlloc(&arena, count * sizeof(Half)) != CUDA_SUCCESS) {
    std::printf("skip %s (needs 4.3 GB)\n", name.c_str());
    return;
  }
  // In each of the three places q, k, v and out follow one another.
  const Strides dense(c, c.seqlen_q);
  Strides strides = dense;
  strides.b = far;
  std::vector<Half> inputs[3];
  for (std::size_t which = 0; which < 3; ++which) {
    inputs[which] = normal<Half>(c.batch * near, 17 + which);
    for (std::size_t b = 0; b < c.batch; ++b)
      must(cuMemcpyHtoD(arena + (b * far + which * near) * sizeof(Half), &inputs[which][b * near], near * sizeof(Half)),
           "copy to the device");
  }
  const Buffer<float> lse(c.batch * 128), scratch(c.batch * 128);
  must(launch(fmha_d64_fp16_full_default, stream, arena, arena + near * sizeof(Half), arena + 2 * near * sizeof(Half),
              arena + 3 * near * sizeof(Half), lse.pointer(), scratch.pointer(), 0.125f, c, strides, strides, 128, 64),
       "launch");
  must(cuStreamSynchronize(stream), "synchronize");
  std::vector<Half> out(c.batch * near);
  for (std::size_t b = 0; b < c.batch; ++b)
    must(cuMemcpyDtoH(&out[b * near], arena + (b * far + 3 * near) * sizeof(Half), near * sizeof(Half)), "copy back");
  must(cuMemFree(arena), "free");

  const Expected expected =
      attention(widen_all(inputs[0]), widen_all(inputs[1]), widen_all(inputs[2]), c, 0.125, false, 128);
  const Difference d = difference(out, expected.out, tolerance<Half>());
  char numbers[64];
  std::snprintf(numbers, sizeof numbers, "rel=%.2e max=%.2e", d.relative, d.largest);
  report.check(d.relative <= tolerance<Half>() && d.pointwise, name, numbers);
}

}  // namespace

void test_flash_attention(Report &report, CUstream stream) {
  // The interface for callers that know no algos.
  check_all<Half>(report, stream, fmha_d64_fp16_default, fmha_d64_fp16_full_default, 64);
  check_all<Half>(report, stream, fmha_d128_fp16_default, fmha_d128_fp16_full_default, 128);
  check_all<Bfloat16>(report, stream, fmha_d64_bf16_default, fmha_d64_bf16_full_default, 64);
  check_all<Bfloat16>(report, stream, fmha_d128_bf16_default, fmha_d128_bf16_full_default, 128);
  check_no_keys(report, stream);
  check_far_apart(report, stream);
}

}  // namespace gpu_test
