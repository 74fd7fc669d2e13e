/* Shared by the files of the recording HIP runtime. */
#ifndef RECORDING_HIP_DEVICE_H
#define RECORDING_HIP_DEVICE_H

int device_count(void);
/* The number of a device in RECORDING_HIP_DEVICES. */
int real_device(int device);

#endif
