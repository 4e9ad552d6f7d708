package io.taktstrom.page.access;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class UserFileTest {

    private static final String HASH = "$2a$10$k87L/MF28Q673VKh8/cPi.SUl7MU/rWuSiIDDFayrKk/1tBsSQu4u";

    private Path file;

    @BeforeEach
    void place(@TempDir Path folder) {
        file = folder.resolve("page.users");
    }

    private void write(String text) throws IOException {
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    @Test
    void linesAreReadAndCommentsLeftOut() throws IOException {
        write("# night shift\n\nolga:operator:" + HASH + "\neva@plant:admin:" + HASH + "\r\n");
        assertThat(UserFile.read(file).values())
                .containsExactly(
                        new PageUser("olga", Role.OPERATOR, HASH), new PageUser("eva@plant", Role.ADMIN, HASH));
    }

    @ParameterizedTest
    @CsvSource({
        "olga,expected NAME:ROLE:HASH",
        "olga:operator,expected NAME:ROLE:HASH",
        "olga:chief:HASH,unknown role",
        "olga:operator:secret,must be a bcrypt hash",
        "ol ga:operator:HASH,a user's name has",
        "vera:viewer:HASH,duplicate user 'vera'"
    })
    void aLineThatIsWrongIsNamedWithItsFileAndNotRepeated(String line, String problem) throws IOException {
        write("# users\nvera:viewer:" + HASH + "\n" + line.replace("HASH", HASH) + "\n");
        assertThatThrownBy(() -> UserFile.read(file))
                .isInstanceOf(UserFile.InvalidException.class)
                .hasMessageContaining(file + " line 3: ")
                .hasMessageContaining(problem)
                .hasMessageNotContaining("k87L")
                .hasMessageNotContaining("secret");
    }

    @Test
    void aFileThatOthersCanReadOrThatIsNotThereIsRefused() throws IOException {
        assertThatThrownBy(() -> UserFile.read(file)).hasMessageContaining("does not exist");
        write("olga:operator:" + HASH + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertThatThrownBy(() -> UserFile.read(file)).hasMessageContaining("open to others", "chmod 600");
    }

    @Test
    void aUserIsAddedReplacedAndRemovedAndOtherLinesStay() throws IOException {
        UserFile.put(file, new PageUser("olga", Role.VIEWER, HASH));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        write("# shift\n" + Files.readString(file));
        UserFile.put(file, new PageUser("eva", Role.ADMIN, HASH));
        UserFile.put(file, new PageUser("olga", Role.OPERATOR, HASH));
        assertThat(file).hasContent("# shift\nolga:operator:" + HASH + "\neva:admin:" + HASH + "\n");
        assertThat(UserFile.remove(file, "olga")).isTrue();
        assertThat(UserFile.remove(file, "ol")).isFalse();
        assertThat(file).hasContent("# shift\neva:admin:" + HASH + "\n");
    }

    @Test
    void aFileThatIsWrongIsNotChanged() throws IOException {
        write("olga:chief:" + HASH + "\n");
        assertThatThrownBy(() -> UserFile.put(file, new PageUser("eva", Role.ADMIN, HASH)))
                .hasMessageContaining("line 1");
        assertThat(file).hasContent("olga:chief:" + HASH + "\n");
    }
}
