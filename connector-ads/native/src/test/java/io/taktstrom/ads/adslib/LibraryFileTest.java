package io.taktstrom.ads.adslib;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

@DisabledOnOs(OS.WINDOWS)
class LibraryFileTest {

    @TempDir
    Path base;

    private Path folder = Path.of("");
    private Path file = Path.of("");

    @BeforeEach
    void makeFile() throws Exception {
        folder = Files.createDirectory(base.resolve("libraries"));
        file = Files.writeString(folder.resolve("AdsLib.so"), "code");
        mode(folder, "rwxr-xr-x");
        mode(file, "rwxr-xr-x");
    }

    private static void mode(Path path, String mode) throws Exception {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
    }

    @ParameterizedTest
    @ValueSource(strings = {"rwxr-xr-x", "r--r--r--", "rw-------"})
    void aFileThatOnlyItsOwnerWritesToIsLoaded(String mode) throws Exception {
        mode(file, mode);
        assertThat(LibraryFile.require(file, base)).isEqualTo(file.toRealPath());
    }

    @ParameterizedTest
    @ValueSource(strings = {"rwxr-xrwx", "rw-rw-rw-", "rwx----w-"})
    void aFileThatEverybodyWritesToIsRefused(String mode) throws Exception {
        mode(file, mode);
        assertThatThrownBy(() -> LibraryFile.require(file, base))
                .isInstanceOf(UnusableLibraryException.class)
                .hasMessageContaining(file.toRealPath().toString())
                .hasMessageContaining("everybody")
                .hasMessageContaining("chmod go-w");
    }

    @Test
    void aFolderThatEverybodyWritesToIsRefused() throws Exception {
        mode(folder, "rwxrwxrwx");
        assertThatThrownBy(() -> LibraryFile.require(file, base))
                .isInstanceOf(UnusableLibraryException.class)
                .hasMessageContaining(folder.toRealPath() + " (mode 0777)");
    }

    @Test
    void aFolderThatOthersMayWriteToMustBeSticky() throws Exception {
        int asItWas = (int) Files.getAttribute(file.getParent(), "unix:mode") & 07777;
        Files.setAttribute(file.getParent(), "unix:mode", 01777);
        assertThat(LibraryFile.require(file, base)).isEqualTo(file.toRealPath());
        Files.setAttribute(file.getParent(), "unix:mode", 0777);
        assertThatThrownBy(() -> LibraryFile.require(file, base)).hasMessageContaining("everybody");
        Files.setAttribute(file.getParent(), "unix:mode", asItWas);
    }

    @Test
    void aGroupThatMayWriteMustBeRoots() throws Exception {
        mode(file, "rwxrwxr-x");
        if (Files.getAttribute(file, "unix:gid").equals(0)) {
            assertThat(LibraryFile.require(file, base)).isEqualTo(file.toRealPath());
            assumeThat(Files.getAttribute(file, "unix:uid")).isEqualTo(0);
            Files.setAttribute(file, "unix:gid", 1);
        }
        assertThatThrownBy(() -> LibraryFile.require(file, base)).hasMessageContaining("its group");
    }

    @Test
    void aFileOfAnotherUserIsRefused() throws Exception {
        assumeThat(Files.getAttribute(file, "unix:uid"))
                .as("only root gives files away")
                .isEqualTo(0);
        Files.setAttribute(file, "unix:uid", 12_345);
        assertThatThrownBy(() -> LibraryFile.require(file, base)).hasMessageContaining("another user (12345)");
    }

    @Test
    void whatALinkLeadsToCounts() throws Exception {
        Path open = Files.createDirectory(base.resolve("open"));
        mode(open, "rwxrwxrwx");
        Path target = Files.writeString(open.resolve("AdsLib.so"), "other code");
        Path link = Files.createSymbolicLink(folder.resolve("link.so"), target);
        assertThatThrownBy(() -> LibraryFile.require(link, base)).hasMessageContaining("open (mode 0777)");
        assertThat(LibraryFile.require(Files.createSymbolicLink(open.resolve("back.so"), file), base))
                .as("the file is loaded by its own name, even if others may change the link")
                .isEqualTo(file.toRealPath());
    }

    @Test
    void aPathThatIsNotAbsoluteIsRefused() {
        assertThatThrownBy(() -> LibraryFile.require(Path.of("AdsLib.so"))).hasMessageContaining("not absolute");
    }

    @Test
    void ourOwnFolderIsClosedToOthersAndStaysWhereItIs() throws Exception {
        Path own = Files.createTempDirectory(folder, "own");
        LibraryFile.requireOwnFolder(own);
        mode(folder, "rwxrwxrwx");
        assertThatThrownBy(() -> LibraryFile.requireOwnFolder(own)).hasMessageContaining("not sticky");
        mode(folder, "rwxr-xr-x");
        mode(own, "rwxr-xr-x");
        assertThatThrownBy(() -> LibraryFile.requireOwnFolder(own)).hasMessageContaining("entered by others");
    }
}
