package io.taktstrom.opcua.protocol;

/** What a {@link NotificationMessage} tells of a subscription (OPC 10000-4, 7.25), checked and immutable. */
public sealed interface Notification permits ItemNotification, StatusChangeNotification {}
