// Loading a library at run time, on any system.
#pragma once

#include <jni.h>

#include <cstddef>

// One that was loaded; or why not.
class DynamicLibrary {
public:
    // file: a path, or a bare name, for which the system knows where to look.
    DynamicLibrary(JNIEnv* env, jstring file);

    bool loaded() const { return library_ != nullptr; }

    // What the system says, if it was not loaded.
    const char* problem() const { return problem_; }

    // A function, or null.
    void* function(const char* name) const;

    // The path of the file that a function came from; the empty string if the system does not say.
    jstring path(JNIEnv* env, void* function) const;

    // It is not needed any more.
    void unload();

private:
    void* library_ = nullptr;
    char problem_[512] = "";
};
