// The native methods of io.taktstrom.ads.jni.Shim: each passes straight to the C function of that name. No state but the
// libraries, which stay for as long as the JVM runs; addresses and lengths come from Java, which has checked them.
#include <jni.h>

#include <cstdlib>
#include <cstring>
#include <new>

#include "ads_library.h"
#include "dynamic_library.h"
#include "notifications.h"

namespace {

struct Library {
    ads::Functions functions;
    ads::Callback callback;
};

constexpr uint32_t MOST_HOST_BYTES = 256;
constexpr jint INVALID_PARAMETER = 0x741;  // InfoSys, ADS return codes: invalid parameter at service

const ads::Functions& functions(jlong library) {
    return reinterpret_cast<const Library*>(library)->functions;
}

// An address as Java has it: the net id's six bytes from the lowest on, then the port.
ads::Address address(jlong bits) {
    ads::Address result;
    for (uint8_t& byte : result.netId.bytes) {
        byte = static_cast<uint8_t>(bits);
        bits >>= 8;
    }
    result.port = static_cast<uint16_t>(bits);
    return result;
}

jlong bits(const ads::Address& address) {
    uint64_t result = address.port;
    for (int i = 5; i >= 0; i--) {
        result = result << 8 | address.netId.bytes[i];
    }
    return static_cast<jlong>(result);
}

void* pointer(jlong address) {
    return reinterpret_cast<void*>(address);
}

// The port as the library wants it: zero-extended, whatever C's long is.
long number(jint port) {
    return static_cast<long>(static_cast<uint32_t>(port));
}

// Two results in one: the return code below, the other above.
jlong both(long code, uint32_t other) {
    return static_cast<jlong>(static_cast<uint64_t>(other) << 32 | static_cast<uint32_t>(code));
}

// Fills in all functions; false with the names of those that are missing.
bool bind(const DynamicLibrary& file, ads::Functions& into, char* missing, size_t room) {
    bool complete = true;
    auto require = [&](auto& function, const char* name) {
        void* found = file.function(name);
        std::memcpy(&function, &found, sizeof function);
        if (found == nullptr) {
            complete = false;
            const size_t used = std::strlen(missing);
            if (used + std::strlen(name) + 2 < room) {
                std::strcat(missing, used == 0 ? "" : " ");
                std::strcat(missing, name);
            }
        }
    };
    require(into.portOpen, "AdsPortOpenEx");
    require(into.portClose, "AdsPortCloseEx");
    require(into.getLocalAddress, "AdsGetLocalAddressEx");
    require(into.read, "AdsSyncReadReqEx2");
    require(into.write, "AdsSyncWriteReqEx");
    require(into.readWrite, "AdsSyncReadWriteReqEx2");
    require(into.readState, "AdsSyncReadStateReqEx");
    require(into.writeControl, "AdsSyncWriteControlReqEx");
    require(into.readDeviceInfo, "AdsSyncReadDeviceInfoReqEx");
    require(into.addNotification, "AdsSyncAddDeviceNotificationReqEx");
    require(into.deleteNotification, "AdsSyncDelDeviceNotificationReqEx");
    require(into.setTimeout, "AdsSyncSetTimeoutEx");
    const bool usable = complete;
    require(into.addRoute, "AdsAddRoute");
    require(into.deleteRoute, "AdsDelRoute");
    require(into.setLocalAddress, "AdsSetLocalAddress");
    if (!complete) {
        into.addRoute = nullptr;
    }
    return usable;
}

// answer[0]: the path of the library, or why there is none; answer[1]: the functions that it lacks.
jlong JNICALL load(JNIEnv* env, jclass, jstring name, jobject receiver, jobjectArray answer) {
    DynamicLibrary file(env, name);
    if (!file.loaded()) {
        env->SetObjectArrayElement(answer, 0, env->NewStringUTF(file.problem()));
        return 0;
    }
    char missing[512] = "";
    Library* library = new (std::nothrow) Library{};
    if (library != nullptr && bind(file, library->functions, missing, sizeof missing)) {
        library->callback = notifications::callbackFor(env, receiver);
        if (library->callback != nullptr) {
            void* function;
            std::memcpy(&function, &library->functions.portOpen, sizeof function);
            env->SetObjectArrayElement(answer, 0, file.path(env, function));
            return reinterpret_cast<jlong>(library);
        }
        env->SetObjectArrayElement(answer, 0, env->NewStringUTF("too many libraries are loaded already"));
    } else {
        env->SetObjectArrayElement(answer, 1, env->NewStringUTF(missing));
    }
    delete library;
    file.unload();
    return 0;
}

jboolean JNICALL hasRoutes(JNIEnv*, jclass, jlong library) {
    return functions(library).addRoute != nullptr;
}

jint JNICALL addRoute(JNIEnv* env, jclass, jlong library, jlong netId, jstring host) {
    char name[MOST_HOST_BYTES];
    if (env->GetStringUTFLength(host) >= static_cast<jsize>(sizeof name)) {
        return INVALID_PARAMETER;
    }
    env->GetStringUTFRegion(host, 0, env->GetStringLength(host), name);
    name[env->GetStringUTFLength(host)] = 0;
    return static_cast<jint>(functions(library).addRoute(address(netId).netId, name));
}

void JNICALL deleteRoute(JNIEnv*, jclass, jlong library, jlong netId) {
    functions(library).deleteRoute(address(netId).netId);
}

void JNICALL setLocalNetId(JNIEnv*, jclass, jlong library, jlong netId) {
    functions(library).setLocalAddress(address(netId).netId);
}

jint JNICALL openPort(JNIEnv*, jclass, jlong library) {
    return static_cast<jint>(functions(library).portOpen());
}

// AdsLib's destructors wait for threads of its own without a limit. What is registered last runs first, and knows the exit
// code; only glibc has on_exit.
void JNICALL endWithoutUnloading(JNIEnv*, jclass) {
#ifdef __GLIBC__
    on_exit([](int status, void*) { std::_Exit(status); }, nullptr);
#endif
}

jint JNICALL closePort(JNIEnv*, jclass, jlong library, jint port) {
    return static_cast<jint>(functions(library).portClose(number(port)));
}

jlong JNICALL localAddress(JNIEnv*, jclass, jlong library, jint port) {
    ads::Address local{};
    functions(library).getLocalAddress(number(port), &local);
    return bits(local);
}

jint JNICALL setTimeout(JNIEnv*, jclass, jlong library, jint port, jint millis) {
    return static_cast<jint>(functions(library).setTimeout(number(port), static_cast<uint32_t>(millis)));
}

jlong JNICALL addressOf(JNIEnv* env, jclass, jobject buffer) {
    return reinterpret_cast<jlong>(env->GetDirectBufferAddress(buffer));
}

jlong JNICALL read(
    JNIEnv*, jclass, jlong library, jint port, jlong target, jint group, jint offset, jint length, jlong into) {
    const ads::Address to = address(target);
    uint32_t got = 0;
    const long code = functions(library).read(
        number(port),
        &to,
        static_cast<uint32_t>(group),
        static_cast<uint32_t>(offset),
        static_cast<uint32_t>(length),
        pointer(into),
        &got);
    return both(code, got);
}

jint JNICALL write(
    JNIEnv*, jclass, jlong library, jint port, jlong target, jint group, jint offset, jint length, jlong from) {
    const ads::Address to = address(target);
    return static_cast<jint>(functions(library).write(
        number(port),
        &to,
        static_cast<uint32_t>(group),
        static_cast<uint32_t>(offset),
        static_cast<uint32_t>(length),
        pointer(from)));
}

jlong JNICALL readWrite(
    JNIEnv*,
    jclass,
    jlong library,
    jint port,
    jlong target,
    jint group,
    jint offset,
    jint readLength,
    jlong into,
    jint writeLength,
    jlong from) {
    const ads::Address to = address(target);
    uint32_t got = 0;
    const long code = functions(library).readWrite(
        number(port),
        &to,
        static_cast<uint32_t>(group),
        static_cast<uint32_t>(offset),
        static_cast<uint32_t>(readLength),
        pointer(into),
        static_cast<uint32_t>(writeLength),
        pointer(from),
        &got);
    return both(code, got);
}

// Two states of 2 bytes each, at "into".
jint JNICALL readState(JNIEnv*, jclass, jlong library, jint port, jlong target, jlong into) {
    const ads::Address to = address(target);
    uint16_t states[2] = {0, 0};
    const long code = functions(library).readState(number(port), &to, &states[0], &states[1]);
    std::memcpy(pointer(into), states, sizeof states);
    return static_cast<jint>(code);
}

jint JNICALL writeControl(
    JNIEnv*, jclass, jlong library, jint port, jlong target, jint adsState, jint deviceState, jint length, jlong from) {
    const ads::Address to = address(target);
    return static_cast<jint>(functions(library).writeControl(
        number(port),
        &to,
        static_cast<uint16_t>(adsState),
        static_cast<uint16_t>(deviceState),
        static_cast<uint32_t>(length),
        pointer(from)));
}

// Version and name, 4 and 16 bytes, at "into".
jint JNICALL readDeviceInfo(JNIEnv*, jclass, jlong library, jint port, jlong target, jlong into) {
    const ads::Address to = address(target);
    ads::Version version{};
    // More than is documented: a library that puts a zero behind a name of full length does no harm.
    char name[2 * ads::DEVICE_NAME_BYTES] = "";
    const long code = functions(library).readDeviceInfo(number(port), &to, name, &version);
    std::memcpy(pointer(into), &version, sizeof version);
    std::memcpy(static_cast<char*>(pointer(into)) + sizeof version, name, ads::DEVICE_NAME_BYTES);
    return static_cast<jint>(code);
}

jlong JNICALL addNotification(
    JNIEnv*,
    jclass,
    jlong library,
    jint port,
    jlong target,
    jint group,
    jint offset,
    jint length,
    jint mode,
    jint maxDelay,
    jint cycleTime,
    jint user) {
    const ads::Address to = address(target);
    const ads::NotificationAttributes attributes{
        static_cast<uint32_t>(length),
        static_cast<uint32_t>(mode),
        static_cast<uint32_t>(maxDelay),
        static_cast<uint32_t>(cycleTime)};
    uint32_t handle = 0;
    notifications::expect(attributes.length);
    const long code = functions(library).addNotification(
        number(port),
        &to,
        static_cast<uint32_t>(group),
        static_cast<uint32_t>(offset),
        &attributes,
        reinterpret_cast<const Library*>(library)->callback,
        static_cast<uint32_t>(user),
        &handle);
    return both(code, handle);
}

jint JNICALL deleteNotification(JNIEnv*, jclass, jlong library, jint port, jlong target, jint handle) {
    const ads::Address to = address(target);
    return static_cast<jint>(functions(library).deleteNotification(number(port), &to, static_cast<uint32_t>(handle)));
}

template <typename Function>
JNINativeMethod method(const char* name, const char* signature, Function* function) {
    return {const_cast<char*>(name), const_cast<char*>(signature), reinterpret_cast<void*>(function)};
}

}  // namespace

// Registers by table, so that a method that is missing or has another signature fails here, and not in the middle of work.
extern "C" JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM* vm, void*) {
    JNIEnv* env;
    if (vm->GetEnv(reinterpret_cast<void**>(&env), JNI_VERSION_1_8) != JNI_OK) {
        return JNI_ERR;
    }
    jclass shim = env->FindClass("io/taktstrom/ads/jni/Shim");
    if (shim == nullptr) {
        return JNI_ERR;
    }
    const JNINativeMethod methods[] = {
        method("load", "(Ljava/lang/String;Lio/taktstrom/ads/jni/SampleReceiver;[Ljava/lang/String;)J", load),
        method("hasRoutes", "(J)Z", hasRoutes),
        method("addRoute", "(JJLjava/lang/String;)I", addRoute),
        method("deleteRoute", "(JJ)V", deleteRoute),
        method("setLocalNetId", "(JJ)V", setLocalNetId),
        method("openPort", "(J)I", openPort),
        method("closePort", "(JI)I", closePort),
        method("endWithoutUnloading", "()V", endWithoutUnloading),
        method("localAddress", "(JI)J", localAddress),
        method("setTimeout", "(JII)I", setTimeout),
        method("addressOf", "(Ljava/nio/ByteBuffer;)J", addressOf),
        method("read", "(JIJIIIJ)J", read),
        method("write", "(JIJIIIJ)I", write),
        method("readWrite", "(JIJIIIJIJ)J", readWrite),
        method("readState", "(JIJJ)I", readState),
        method("writeControl", "(JIJIIIJ)I", writeControl),
        method("readDeviceInfo", "(JIJJ)I", readDeviceInfo),
        method("addNotification", "(JIJIIIIIII)J", addNotification),
        method("deleteNotification", "(JIJI)I", deleteNotification),
    };
    const jint count = static_cast<jint>(sizeof methods / sizeof methods[0]);
    if (env->RegisterNatives(shim, methods, count) != JNI_OK || !notifications::prepare(env, vm)) {
        return JNI_ERR;
    }
    return JNI_VERSION_1_8;
}
