/* A java.exe for WindowsLauncherSuite: says the version that TAKT_FAKE_VERSION has in Java's own words, or its arguments, each in
   angle brackets, and ends with 7. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Arguments are shown as they came. */
int _dowildcard = 0;

int main(int count, char **arguments) {
    if (count == 2 && strcmp(arguments[1], "-version") == 0) {
        const char *version = getenv("TAKT_FAKE_VERSION");
        fprintf(stderr, "Picked up JAVA_TOOL_OPTIONS: -Xmx1g\n");
        fprintf(stderr, "openjdk version \"%s\" 2025-04-15\n", version == NULL ? "" : version);
        fprintf(stderr, "OpenJDK Runtime Environment (build 17.0.15+6)\n");
        return 0;
    }
    for (int i = 1; i < count; i++) {
        printf("<%s>", arguments[i]);
    }
    return 7;
}
