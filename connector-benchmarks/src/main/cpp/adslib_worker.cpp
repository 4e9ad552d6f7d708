// C++ on Beckhoff's AdsLib as a contender (see the Java package paired): the yardstick of "ADS Performance Revisited".
//
//   adslib_worker LIBRARY HOST NETID PORT read|write NAME...      reads 'run MILLIS' lines, answers each with a slice
//   adslib_worker LIBRARY HOST NETID PORT notify RATE PERFRAME TOTAL      takes one burst, prints its tally
//
// Needs no header of Beckhoff's: the functions and structures below are those of its documentation (InfoSys, TcAdsDll).
// Build: c++ -O2 -std=c++17 -o adslib_worker adslib_worker.cpp -ldl -pthread

#include <dlfcn.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

namespace {

struct AmsNetId {
    uint8_t bytes[6];
};

struct AmsAddr {
    AmsNetId netId;
    uint16_t port;
};

struct NotificationAttributes {
    uint32_t length;
    uint32_t transmissionMode;
    uint32_t maxDelay;
    uint32_t cycleTime;
};

using Callback = void (*)(const AmsAddr *, const void *header, uint32_t user);

constexpr uint32_t SYMBOL_INFO_BY_NAME_EX = 0xF009;
constexpr uint32_t BURST_GROUP = 0x8000B000;
constexpr uint32_t SERVER_CYCLE = 3;
// The value follows 16 bytes of header, whatever their order.
constexpr size_t SAMPLE_OFFSET = 16;
constexpr auto QUIET = std::chrono::seconds(2);

// The library's functions; `long` is as wide as the platform's.
long (*addRoute)(AmsNetId, const char *);
void (*setLocalAddress)(AmsNetId);
long (*openPort)();
long (*closePort)(long);
long (*readRequest)(long, const AmsAddr *, uint32_t, uint32_t, uint32_t, void *, uint32_t *);
long (*writeRequest)(long, const AmsAddr *, uint32_t, uint32_t, uint32_t, const void *);
long (*readWriteRequest)(
    long, const AmsAddr *, uint32_t, uint32_t, uint32_t, void *, uint32_t, const void *, uint32_t *);
long (*addNotification)(
    long, const AmsAddr *, uint32_t, uint32_t, const NotificationAttributes *, Callback, uint32_t, uint32_t *);
long (*deleteNotification)(long, const AmsAddr *, uint32_t);

[[noreturn]] void fail(const std::string &what) {
    std::cerr << what << std::endl;
    std::_Exit(1);
}

void check(long code, const char *what) {
    if (code != 0) {
        fail(std::string(what) + ": ADS error " + std::to_string(code));
    }
}

template <typename Function>
void bind(void *library, const char *name, Function &function) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    if (function == nullptr) {
        fail(std::string(name) + " is not exported");
    }
}

void load(const char *file) {
    void *library = dlopen(file, RTLD_NOW);
    if (library == nullptr) {
        fail(dlerror());
    }
    bind(library, "AdsAddRoute", addRoute);
    bind(library, "AdsSetLocalAddress", setLocalAddress);
    bind(library, "AdsPortOpenEx", openPort);
    bind(library, "AdsPortCloseEx", closePort);
    bind(library, "AdsSyncReadReqEx2", readRequest);
    bind(library, "AdsSyncWriteReqEx", writeRequest);
    bind(library, "AdsSyncReadWriteReqEx2", readWriteRequest);
    bind(library, "AdsSyncAddDeviceNotificationReqEx", addNotification);
    bind(library, "AdsSyncDelDeviceNotificationReqEx", deleteNotification);
}

AmsNetId netId(const std::string &text) {
    AmsNetId id{};
    if (std::sscanf(text.c_str(), "%hhu.%hhu.%hhu.%hhu.%hhu.%hhu", &id.bytes[0], &id.bytes[1], &id.bytes[2],
                    &id.bytes[3], &id.bytes[4], &id.bytes[5]) != 6) {
        fail(text + " is no net id");
    }
    return id;
}

long long nanos() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

long long cpuNanos() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000000LL +
           (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1000LL;
}

struct Variable {
    uint32_t group;
    uint32_t offset;
    std::vector<uint8_t> value;
};

Variable locate(long port, const AmsAddr &target, const std::string &name) {
    uint32_t entry[128] = {};
    uint32_t got = 0;
    check(readWriteRequest(port, &target, SYMBOL_INFO_BY_NAME_EX, 0, sizeof entry, entry,
                           static_cast<uint32_t>(name.size() + 1), name.c_str(), &got),
          name.c_str());
    // Symbol entry: its length, index group, index offset, size.
    return {entry[1], entry[2], std::vector<uint8_t>(entry[3])};
}

void access(long port, const AmsAddr &target, bool write, Variable &variable) {
    const auto length = static_cast<uint32_t>(variable.value.size());
    if (write) {
        check(writeRequest(port, &target, variable.group, variable.offset, length, variable.value.data()), "write");
        return;
    }
    uint32_t got = 0;
    check(readRequest(port, &target, variable.group, variable.offset, length, variable.value.data(), &got), "read");
    if (got != length) {
        fail("read: too short");
    }
}

void serve(long port, const AmsAddr &target, bool write, std::vector<Variable> &variables) {
    std::cout << "ready" << std::endl;
    std::vector<uint32_t> latencies;
    latencies.reserve(10'000'000);
    size_t next = 0;
    std::string verb;
    for (long long millis; std::cin >> verb >> millis;) {
        latencies.clear();
        const long long cpu = cpuNanos();
        const long long start = nanos();
        long long last = start;
        do {
            access(port, target, write, variables[next]);
            next = (next + 1) % variables.size();
            const long long now = nanos();
            latencies.push_back(static_cast<uint32_t>(now - last));
            last = now;
        } while (last < start + millis * 1000000);
        const long long used = cpuNanos() - cpu;
        const size_t count = latencies.size();
        std::sort(latencies.begin(), latencies.end());
        std::cout << "slice " << count << ' ' << last - start << ' ' << latencies[count / 2] << ' '
                  << latencies[count * 99 / 100] << " -1 " << used << std::endl;
    }
}

std::atomic<uint64_t> received{0};
std::atomic<long long> firstAt{0};
std::atomic<long long> lastAt{0};
uint64_t outOfOrder = 0;
uint32_t first = 0;
uint32_t expected = 0;

void onSample(const AmsAddr *, const void *header, uint32_t) {
    uint32_t number;
    std::memcpy(&number, static_cast<const uint8_t *>(header) + SAMPLE_OFFSET, sizeof number);
    const long long now = nanos();
    if (received.load(std::memory_order_relaxed) == 0) {
        firstAt = now;
        first = number;
    }
    outOfOrder += number != expected;
    expected = number + 1;
    lastAt = now;
    received++;
}

void takeBurst(long port, const AmsAddr &target, uint64_t rate, uint32_t perFrame, uint64_t total) {
    NotificationAttributes attributes{
        sizeof(uint32_t), SERVER_CYCLE, 0, static_cast<uint32_t>(rate == 0 ? 0 : 10'000'000 / rate)};
    const long long cpu = cpuNanos();
    lastAt = nanos();
    uint32_t handle = 0;
    check(addNotification(port, &target, BURST_GROUP, perFrame, &attributes, onSample, 1, &handle), "notify");
    const long long quiet = std::chrono::nanoseconds(QUIET).count();
    while (received < total && nanos() - lastAt < quiet) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    const long long span = std::max(1LL, lastAt - firstAt);
    std::cout << "notified " << received << ' ' << outOfOrder << ' ' << span << " -1 -1 -1 " << cpuNanos() - cpu
              << ' ' << first << std::endl;
    deleteNotification(port, &target, handle);
}

} // namespace

int main(int count, char **arguments) {
    if (count < 7) {
        fail("usage: adslib_worker LIBRARY HOST NETID PORT read|write NAME... | notify RATE PERFRAME TOTAL");
    }
    load(arguments[1]);
    AmsAddr target{netId(arguments[3]), static_cast<uint16_t>(std::atoi(arguments[4]))};
    setLocalAddress(netId("127.0.0.1.9.3"));
    check(addRoute(target.netId, arguments[2]), "route");
    const long port = openPort();
    const std::string work = arguments[5];
    if (work == "notify") {
        takeBurst(port, target, std::strtoull(arguments[6], nullptr, 10),
                  static_cast<uint32_t>(std::atoi(arguments[7])), std::strtoull(arguments[8], nullptr, 10));
    } else {
        std::vector<Variable> variables;
        for (int i = 6; i < count; i++) {
            variables.push_back(locate(port, target, arguments[i]));
            access(port, target, false, variables.back());
        }
        serve(port, target, work == "write", variables);
    }
    std::cout.flush();
    closePort(port);
    // The library's threads may still run: no destructors.
    std::_Exit(0);
}
