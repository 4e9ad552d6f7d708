// The C interface of Beckhoff's TcAdsDll.dll, libTcAdsDll.so and AdsLib, as far as we call it: names, parameters and
// layouts as the InfoSys page "TcAdsDll API functions" describes them.
#pragma once

#include <cstdint>

#ifdef _WIN32
#define ADS_CALL __stdcall
#else
#define ADS_CALL
#endif

namespace ads {

// 6 bytes. Passed by value, and a structure, because that is what the library declares: where such a parameter goes is
// the compiler's business.
struct NetId {
    uint8_t bytes[6];
};

// 8 bytes, little-endian.
struct Address {
    NetId netId;
    uint16_t port;
};
static_assert(sizeof(Address) == 8, "AmsAddr has 8 bytes");

struct NotificationAttributes {
    uint32_t length;
    uint32_t mode;
    uint32_t maxDelay;   // 100 ns
    uint32_t cycleTime;  // 100 ns
};
static_assert(sizeof(NotificationAttributes) == 16, "AdsNotificationAttrib has 16 bytes");

struct Version {
    uint8_t version;
    uint8_t revision;
    uint16_t build;
};
static_assert(sizeof(Version) == 4, "AdsVersion has 4 bytes");

// 16 bytes: handle, time and size, or time, handle and size, without a gap. The value follows.
constexpr size_t HEADER_BYTES = 16;
constexpr size_t HEADER_SIZE_AT = 12;

constexpr size_t DEVICE_NAME_BYTES = 16;

using Callback = void(ADS_CALL*)(const Address* from, const void* header, uint32_t user);

// C's long has 32 bits on Windows and 64 elsewhere. Some builds return 32 bits everywhere: of results, the low 32 count.
struct Functions {
    long(ADS_CALL* portOpen)();
    long(ADS_CALL* portClose)(long port);
    long(ADS_CALL* getLocalAddress)(long port, Address* into);
    long(ADS_CALL* read)(
        long port, const Address* target, uint32_t group, uint32_t offset, uint32_t length, void* into, uint32_t* got);
    long(ADS_CALL* write)(
        long port, const Address* target, uint32_t group, uint32_t offset, uint32_t length, const void* from);
    long(ADS_CALL* readWrite)(
        long port,
        const Address* target,
        uint32_t group,
        uint32_t offset,
        uint32_t readLength,
        void* into,
        uint32_t writeLength,
        const void* from,
        uint32_t* got);
    long(ADS_CALL* readState)(long port, const Address* target, uint16_t* adsState, uint16_t* deviceState);
    long(ADS_CALL* writeControl)(
        long port, const Address* target, uint16_t adsState, uint16_t deviceState, uint32_t length, const void* from);
    long(ADS_CALL* readDeviceInfo)(long port, const Address* target, char* name, Version* version);
    long(ADS_CALL* addNotification)(
        long port,
        const Address* target,
        uint32_t group,
        uint32_t offset,
        const NotificationAttributes* attributes,
        Callback callback,
        uint32_t user,
        uint32_t* handle);
    long(ADS_CALL* deleteNotification)(long port, const Address* target, uint32_t handle);
    long(ADS_CALL* setTimeout)(long port, uint32_t millis);

    // Only a library that is its own router has these; else they are null.
    long(ADS_CALL* addRoute)(NetId netId, const char* host);
    void(ADS_CALL* deleteRoute)(NetId netId);
    void(ADS_CALL* setLocalAddress)(NetId netId);
};

}  // namespace ads
