//! Calls the operator with tensors on the CPU, which is an error, and then on a GPU: docs/guides/operators.md.
use std::ffi::c_void;
use tvm_ffi::tvm_ffi_sys::dlpack::DLTensor;
use tvm_ffi::{
    DLDataType, DLDataTypeCode, DLDevice, DLDeviceType, Module, NDAllocator, Result, Tensor,
};

#[link(name = "cuda")]
unsafe extern "C" {
    fn cuInit(flags: u32) -> i32;
    fn cuDevicePrimaryCtxRetain(context: *mut *mut c_void, device: i32) -> i32;
    fn cuCtxSetCurrent(context: *mut c_void) -> i32;
    fn cuMemAlloc_v2(address: *mut u64, bytes: usize) -> i32;
    fn cuMemFree_v2(address: u64) -> i32;
    fn cuMemcpyHtoD_v2(to: u64, from: *const c_void, bytes: usize) -> i32;
    fn cuMemcpyDtoH_v2(to: *mut c_void, from: u64, bytes: usize) -> i32;
}

/// Fails unless a function of the driver returned CUDA_SUCCESS.
fn ok(status: i32) {
    assert_eq!(status, 0, "CUresult");
}

/// Device memory of the current context.
struct Memory;

unsafe impl NDAllocator for Memory {
    const MIN_ALIGN: usize = 256;

    unsafe fn alloc_data(&mut self, tensor: &DLTensor) -> *mut c_void {
        let shape = unsafe { std::slice::from_raw_parts(tensor.shape, tensor.ndim as usize) };
        let elements: i64 = shape.iter().product();
        let mut address = 0;
        ok(unsafe { cuMemAlloc_v2(&mut address, elements as usize * tensor.dtype.bits as usize / 8) });
        address as *mut c_void
    }

    unsafe fn free_data(&mut self, tensor: &DLTensor) {
        ok(unsafe { cuMemFree_v2(tensor.data as u64) });
    }
}

fn main() -> Result<()> {
    let library = std::env::args().nth(1).expect("the library");
    let softmax = Module::load_from_file(library)?.get_function("softmax")?;
    let softmax = tvm_ffi::into_typed_fn!(softmax, Fn(&Tensor, &Tensor) -> Result<()>);

    let values: Vec<f32> = (0..8).map(|i| i as f32).collect();
    let on_cpu = Tensor::from_slice(&values, &[2, 4])?;
    if let Err(error) = softmax(&on_cpu, &on_cpu) {
        println!("{}: {}", error.kind().as_str(), error.message());
    }

    let mut context = std::ptr::null_mut();
    unsafe {
        ok(cuInit(0));
        ok(cuDevicePrimaryCtxRetain(&mut context, 0));
        ok(cuCtxSetCurrent(context));
    }
    let float = DLDataType::new(DLDataTypeCode::kDLFloat, 32, 1);
    let gpu = DLDevice::new(DLDeviceType::kDLCUDA, 0);
    let x = Tensor::from_nd_alloc(Memory, &[2, 4], float, gpu);
    let y = Tensor::from_nd_alloc(Memory, &[2, 4], float, gpu);
    ok(unsafe { cuMemcpyHtoD_v2(x.data_ptr() as u64, values.as_ptr().cast(), 32) });
    softmax(&x, &y)?;
    let mut result = [0.0f32; 8];
    ok(unsafe { cuMemcpyDtoH_v2(result.as_mut_ptr().cast(), y.data_ptr() as u64, 32) });
    println!("{result:.4?}");
    Ok(())
}
