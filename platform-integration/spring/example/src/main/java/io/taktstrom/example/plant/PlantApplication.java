package io.taktstrom.example.plant;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** With the profile {@code kafka} or {@code rabbit}, and {@code PRESS_HOST} where the press is. */
@SpringBootApplication
public class PlantApplication {

    public static void main(String[] arguments) {
        SpringApplication.run(PlantApplication.class, arguments);
    }
}
