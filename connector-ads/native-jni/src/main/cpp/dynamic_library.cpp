#include "dynamic_library.h"

#include <cstdio>

#ifdef _WIN32

#include <windows.h>

DynamicLibrary::DynamicLibrary(JNIEnv* env, jstring file) {
    const jchar* name = env->GetStringChars(file, nullptr);
    if (name == nullptr) {
        return;
    }
    wchar_t path[MAX_PATH];
    const jsize length = env->GetStringLength(file);
    if (length >= MAX_PATH) {
        std::snprintf(problem_, sizeof problem_, "its path is longer than %d characters", MAX_PATH - 1);
    } else {
        bool bare = true;
        for (jsize i = 0; i < length; i++) {
            path[i] = static_cast<wchar_t>(name[i]);
            bare = bare && name[i] != u'\\' && name[i] != u'/';
        }
        path[length] = 0;
        // Never from the current folder, which other users may have written to.
        library_ = LoadLibraryExW(path, nullptr, bare ? LOAD_LIBRARY_SEARCH_DEFAULT_DIRS : LOAD_WITH_ALTERED_SEARCH_PATH);
        if (library_ == nullptr) {
            std::snprintf(problem_, sizeof problem_, "Windows error %lu", GetLastError());
        }
    }
    env->ReleaseStringChars(file, name);
}

void* DynamicLibrary::function(const char* name) const {
    return reinterpret_cast<void*>(GetProcAddress(static_cast<HMODULE>(library_), name));
}

jstring DynamicLibrary::path(JNIEnv* env, void*) const {
    wchar_t path[MAX_PATH];
    const DWORD length = GetModuleFileNameW(static_cast<HMODULE>(library_), path, MAX_PATH);
    return env->NewString(reinterpret_cast<const jchar*>(path), static_cast<jsize>(length));
}

void DynamicLibrary::unload() {
    FreeLibrary(static_cast<HMODULE>(library_));
    library_ = nullptr;
}

#else

#include <dlfcn.h>

DynamicLibrary::DynamicLibrary(JNIEnv* env, jstring file) {
    const char* name = env->GetStringUTFChars(file, nullptr);
    if (name == nullptr) {
        return;
    }
    library_ = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (library_ == nullptr) {
        const char* error = dlerror();
        std::snprintf(problem_, sizeof problem_, "%s", error == nullptr ? "no reason given" : error);
    }
    env->ReleaseStringUTFChars(file, name);
}

void* DynamicLibrary::function(const char* name) const {
    return dlsym(library_, name);
}

jstring DynamicLibrary::path(JNIEnv* env, void* function) const {
    Dl_info info;
    return env->NewStringUTF(dladdr(function, &info) != 0 && info.dli_fname != nullptr ? info.dli_fname : "");
}

void DynamicLibrary::unload() {
    dlclose(library_);
    library_ = nullptr;
}

#endif
