#include "notifications.h"

#include <atomic>
#include <cstdlib>
#include <cstring>

namespace notifications {
namespace {

JavaVM* vm;
jmethodID sample;
std::atomic<jobject> receivers[MOST_LIBRARIES];

// The longest value that was ever asked for: a header that says more is none, and what it points to is not touched.
std::atomic<uint32_t> longest{0};

// What a thread of the library needs to call Java; its end gives all of it back.
class Caller {
public:
    ~Caller() {
        if (attached_) {
            release();
            vm->DetachCurrentThread();
        }
    }

    // Ready for values of this size. False: the JVM is on its way down, or has no memory.
    bool ready(uint32_t size) {
        return (env_ != nullptr || attach()) && (size <= capacity_ || grow(size));
    }

    JNIEnv* env() const { return env_; }
    jobject buffer() const { return buffer_; }
    void* bytes() const { return bytes_; }

private:
    static constexpr uint32_t FIRST_BYTES = 4096;

    JNIEnv* env_ = nullptr;
    bool attached_ = false;
    jobject buffer_ = nullptr;  // a direct ByteBuffer over bytes_
    void* bytes_ = nullptr;
    uint32_t capacity_ = 0;

    bool attach() {
        if (vm->GetEnv(reinterpret_cast<void**>(&env_), JNI_VERSION_1_8) == JNI_OK) {
            return true;
        }
        char name[] = "takt-adslib-samples";
        JavaVMAttachArgs arguments{JNI_VERSION_1_8, name, nullptr};
        attached_ = vm->AttachCurrentThreadAsDaemon(reinterpret_cast<void**>(&env_), &arguments) == JNI_OK;
        if (!attached_) {
            env_ = nullptr;
        }
        return attached_;
    }

    bool grow(uint32_t size) {
        release();
        const uint32_t wanted = size < FIRST_BYTES ? FIRST_BYTES : size;
        bytes_ = std::malloc(wanted);
        jobject local = bytes_ == nullptr ? nullptr : env_->NewDirectByteBuffer(bytes_, wanted);
        if (local != nullptr) {
            buffer_ = env_->NewGlobalRef(local);
            env_->DeleteLocalRef(local);
        }
        env_->ExceptionClear();
        capacity_ = buffer_ == nullptr ? 0 : wanted;
        return buffer_ != nullptr;
    }

    void release() {
        if (buffer_ != nullptr) {
            env_->DeleteGlobalRef(buffer_);
            buffer_ = nullptr;
        }
        std::free(bytes_);
        bytes_ = nullptr;
        capacity_ = 0;
    }
};

thread_local Caller caller;

void call(int library, const void* header, uint32_t user) {
    if (header == nullptr) {
        return;
    }
    jlong words[2];
    static_assert(sizeof words == ads::HEADER_BYTES, "a header is two words");
    std::memcpy(words, header, sizeof words);
    uint32_t size;
    std::memcpy(&size, static_cast<const char*>(header) + ads::HEADER_SIZE_AT, sizeof size);
    // Java sees by itself that the size is wrong, and counts it.
    const uint32_t copied = size <= longest.load(std::memory_order_relaxed) ? size : 0;
    if (!caller.ready(copied)) {
        return;
    }
    std::memcpy(caller.bytes(), static_cast<const char*>(header) + ads::HEADER_BYTES, copied);
    JNIEnv* env = caller.env();
    env->CallVoidMethod(
        receivers[library].load(std::memory_order_acquire),
        sample,
        caller.buffer(),
        static_cast<jint>(user),
        words[0],
        words[1]);
    if (env->ExceptionCheck()) {
        // A receiver throws nothing but what the JVM itself does; the library must not see that.
        env->ExceptionClear();
    }
}

// The library tells a callback which notification it is for, but not which library: each gets a function of its own.
template <int library>
void ADS_CALL callback(const ads::Address*, const void* header, uint32_t user) {
    call(library, header, user);
}

constexpr ads::Callback CALLBACKS[MOST_LIBRARIES] = {callback<0>, callback<1>, callback<2>, callback<3>};

std::atomic<int> libraries{0};

}  // namespace

bool prepare(JNIEnv* env, JavaVM* javaVm) {
    vm = javaVm;
    jclass type = env->FindClass("io/taktstrom/ads/jni/SampleReceiver");
    if (type == nullptr) {
        return false;
    }
    sample = env->GetMethodID(type, "sample", "(Ljava/nio/ByteBuffer;IJJ)V");
    env->DeleteLocalRef(type);
    return sample != nullptr;
}

ads::Callback callbackFor(JNIEnv* env, jobject receiver) {
    int library = libraries.load();
    do {
        if (library == MOST_LIBRARIES) {
            return nullptr;
        }
    } while (!libraries.compare_exchange_weak(library, library + 1));
    // Never deleted: it keeps the classes, and with them this library, from being unloaded.
    receivers[library].store(env->NewGlobalRef(receiver), std::memory_order_release);
    return receivers[library].load() == nullptr ? nullptr : CALLBACKS[library];
}

void expect(uint32_t length) {
    uint32_t known = longest.load();
    while (known < length && !longest.compare_exchange_weak(known, length)) {
    }
}

}  // namespace notifications
