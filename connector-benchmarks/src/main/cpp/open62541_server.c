/* The server of the OPC UA benchmarks on open62541, which splits what it has to say over several messages.
 *
 * usage: open62541_server HOST PORT ITEMS,ARRAYS,WORDS,SIZED,TICKMILLIS      prints: ready URI; ends with its input
 * build: cc -O2 -o open62541_server open62541_server.c -lopen62541, with -I and -L to where that is
 *
 * Int32 items i0.. and arrays a0.. get the number of each tick, as CountingNamespace has it; SIZED plays no part. */
#include <open62541/server.h>
#include <open62541/server_config_default.h>

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define NAMESPACE "urn:taktstrom:benchmark"
#define WATCH_MILLIS 200

static volatile UA_Boolean running = true;
static UA_UInt16 namespace_index;
static int items, arrays, words;
static UA_NodeId *item_ids, *array_ids;
static UA_Int32 *elements;
static UA_Int32 count = 1;

/* Gives the next number to all nodes. */
static void tick(UA_Server *server, void *unused) {
    (void)unused;
    count++;
    UA_DataValue value;
    UA_DataValue_init(&value);
    value.hasValue = true;
    value.hasSourceTimestamp = true;
    value.sourceTimestamp = UA_DateTime_now();
    UA_Variant_setScalar(&value.value, &count, &UA_TYPES[UA_TYPES_INT32]);
    value.value.storageType = UA_VARIANT_DATA_NODELETE;
    for(int i = 0; i < items; i++)
        UA_Server_writeDataValue(server, item_ids[i], value);
    for(int i = 0; i < words; i++)
        elements[i] = count + i;
    UA_Variant_setArray(&value.value, elements, (size_t)words, &UA_TYPES[UA_TYPES_INT32]);
    value.value.storageType = UA_VARIANT_DATA_NODELETE;
    for(int i = 0; i < arrays; i++)
        UA_Server_writeDataValue(server, array_ids[i], value);
}

/* Ends the server when the other end of its input is closed. */
static void watch(UA_Server *server, void *unused) {
    (void)server;
    (void)unused;
    struct pollfd input = {STDIN_FILENO, POLLIN, 0};
    char byte;
    if(poll(&input, 1, 0) > 0 && read(STDIN_FILENO, &byte, 1) <= 0)
        running = false;
}

static UA_NodeId add(UA_Server *server, char kind, int number, UA_Variant value, int rank) {
    char name[32];
    snprintf(name, sizeof(name), "%c%d", kind, number);
    UA_VariableAttributes attributes = UA_VariableAttributes_default;
    UA_UInt32 length = (UA_UInt32)words;
    attributes.displayName = UA_LOCALIZEDTEXT("en", name);
    attributes.dataType = UA_TYPES[UA_TYPES_INT32].typeId;
    attributes.value = value;
    attributes.valueRank = rank;
    if(rank == 1) {
        attributes.arrayDimensions = &length;
        attributes.arrayDimensionsSize = 1;
    }
    UA_NodeId id = UA_NODEID_STRING_ALLOC(namespace_index, name);
    UA_StatusCode status = UA_Server_addVariableNode(
        server, id, UA_NS0ID(OBJECTSFOLDER), UA_NS0ID(ORGANIZES), UA_QUALIFIEDNAME(namespace_index, name),
        UA_NS0ID(BASEDATAVARIABLETYPE), attributes, NULL, NULL);
    if(status != UA_STATUSCODE_GOOD) {
        fprintf(stderr, "%s: %s\n", name, UA_StatusCode_name(status));
        exit(1);
    }
    return id;
}

int main(int argc, char **argv) {
    int tick_millis;
    char sized[8];
    if(argc != 4 || sscanf(argv[3], "%d,%d,%d,%7[a-z],%d", &items, &arrays, &words, sized, &tick_millis) != 5) {
        fprintf(stderr, "usage: %s HOST PORT ITEMS,ARRAYS,WORDS,SIZED,TICKMILLIS\n", argv[0]);
        return 2;
    }
    /* open62541 logs to the output, on which only one line is expected. */
    FILE *out = fdopen(dup(STDOUT_FILENO), "w");
    dup2(STDERR_FILENO, STDOUT_FILENO);
    UA_Server *server = UA_Server_new();
    UA_ServerConfig *config = UA_Server_getConfig(server);
    UA_ServerConfig_setMinimal(config, (UA_UInt16)atoi(argv[2]), NULL);
    char url[64];
    snprintf(url, sizeof(url), "opc.tcp://%s:%s", argv[1], argv[2]);
    UA_String_clear(&config->serverUrls[0]);
    config->serverUrls[0] = UA_String_fromChars(url);
    config->publishingIntervalLimits.min = 10;
    config->maxPublishReqPerSession = 100;
    namespace_index = UA_Server_addNamespace(server, NAMESPACE);
    item_ids = calloc((size_t)items + 1, sizeof(UA_NodeId));
    array_ids = calloc((size_t)arrays + 1, sizeof(UA_NodeId));
    elements = calloc((size_t)words + 1, sizeof(UA_Int32));
    UA_Variant value;
    UA_Variant_setScalar(&value, &count, &UA_TYPES[UA_TYPES_INT32]);
    for(int i = 0; i < items; i++)
        item_ids[i] = add(server, 'i', i, value, UA_VALUERANK_SCALAR);
    UA_Variant_setArray(&value, elements, (size_t)words, &UA_TYPES[UA_TYPES_INT32]);
    for(int i = 0; i < arrays; i++)
        array_ids[i] = add(server, 'a', i, value, 1);
    UA_Server_addRepeatedCallback(server, watch, NULL, WATCH_MILLIS, NULL);
    if(tick_millis > 0)
        UA_Server_addRepeatedCallback(server, tick, NULL, tick_millis, NULL);
    if(UA_Server_run_startup(server) != UA_STATUSCODE_GOOD)
        return 1;
    fprintf(out, "ready %s\n", url);
    fflush(out);
    while(running)
        UA_Server_run_iterate(server, true);
    UA_Server_run_shutdown(server);
    UA_Server_delete(server);
    return 0;
}
