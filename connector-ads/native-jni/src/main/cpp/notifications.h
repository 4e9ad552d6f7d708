// From the library's callback into Java.
//
//   the library's thread                                                       Java
//   callback N --> header, value --> buffer of this thread --> receiver N .sample(buffer, user, header)
//
// The thread is attached to the JVM at its first callback, as a daemon, and detached when it ends. A sample costs one copy
// and one call; it makes no Java object.
#pragma once

#include <jni.h>

#include "ads_library.h"

namespace notifications {

// Libraries in one JVM.
constexpr int MOST_LIBRARIES = 4;

// Looks up what is called; false with a Java exception pending if that fails.
bool prepare(JNIEnv* env, JavaVM* vm);

// A callback whose samples go to this SampleReceiver for ever; null if there were MOST_LIBRARIES before, or no memory.
ads::Callback callbackFor(JNIEnv* env, jobject receiver);

// To be called before a notification with values of this length is added.
void expect(uint32_t length);

}  // namespace notifications
