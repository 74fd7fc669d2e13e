/* SPDX-License-Identifier: MIT */
/*
 * The CUDA driver's interface: the toolkit's cuda.h where the compiler finds one, else this package's own part of it,
 * so that no toolkit is needed to build.
 *
 * Programs that include <cuda.h> themselves, before or after, always get one and the same: what the compiler finds for
 * them it finds here too. CUDA_VERSION stands for a cuda.h that was included by a path of its own, out of the
 * compiler's sight.
 */
#ifndef AOT_CUDA_H
#define AOT_CUDA_H

#if !defined(CUDA_VERSION) && defined(__has_include)
#if !__has_include(<cuda.h>)
#define AOT_WITHOUT_TOOLKIT
#endif
#endif

#ifdef AOT_WITHOUT_TOOLKIT
#include "aot_driver.h"
#elif !defined(CUDA_VERSION)
#include <cuda.h>
#endif

#endif
