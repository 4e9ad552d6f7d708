package io.taktstrom.spring.stream;

import io.taktstrom.command.CommandSourceProvider;
import io.taktstrom.sink.SinkProvider;
import io.taktstrom.spring.TaktstromAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.cloud.stream.config.ProducerMessageHandlerCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.integration.amqp.outbound.AmqpOutboundEndpoint;
import org.springframework.integration.config.GlobalChannelInterceptor;
import org.springframework.integration.kafka.outbound.KafkaProducerMessageHandler;
import org.springframework.messaging.MessageHandler;
import org.springframework.messaging.support.ChannelInterceptor;

/** Binds streams that end in a sink of {@code type: spring}, and sources of commands of that type. */
@AutoConfiguration(after = TaktstromAutoConfiguration.class)
@Import(FunctionRegistrar.class)
public class TaktstromStreamAutoConfiguration {

    @Bean
    StreamOutlets taktstromStreamOutlets() {
        return new StreamOutlets();
    }

    @Bean
    CommandInboxes taktstromCommandInboxes() {
        return new CommandInboxes();
    }

    @Bean
    SinkProvider taktstromSpringSink(StreamOutlets outlets) {
        return new SpringSinkProvider(outlets);
    }

    @Bean
    CommandSourceProvider taktstromSpringCommands(CommandInboxes inboxes) {
        return new SpringCommandsProvider(inboxes);
    }

    @Bean
    @GlobalChannelInterceptor(patterns = "*")
    ChannelInterceptor taktstromOutcomes(StreamOutlets outlets) {
        return new OutcomeInterceptor(outlets);
    }

    /** Where Kafka's binder is. One of the application's own takes its place: then what the binding took counts. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(KafkaProducerMessageHandler.class)
    static class Kafka {

        @Bean
        @ConditionalOnMissingBean
        ProducerMessageHandlerCustomizer<KafkaProducerMessageHandler<?, ?>> taktstromKafkaConfirms(
                StreamOutlets outlets) {
            return new KafkaConfirms(outlets);
        }
    }

    /** Where RabbitMQ's binder is. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(AmqpOutboundEndpoint.class)
    static class Rabbit {

        @Bean
        ProducerMessageHandlerCustomizer<MessageHandler> taktstromRabbitConfirms(StreamOutlets outlets) {
            return new RabbitConfirms(outlets);
        }
    }
}
