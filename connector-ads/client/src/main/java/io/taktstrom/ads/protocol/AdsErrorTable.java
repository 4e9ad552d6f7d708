package io.taktstrom.ads.protocol;

import java.util.Map;
import java.util.stream.Collectors;

import io.taktstrom.ads.protocol.AdsErrorCode.Reaction;

/**
 * The published ADS return codes: global 0x0.., router 0x5.., general ADS 0x7.., real time 0x10.., and the Winsock
 * numbers that a router passes on (InfoSys "ADS Return Codes", Microsoft "Windows Sockets Error Codes"). The numbers
 * and names are the vendor's, the texts and remedies ours.
 */
final class AdsErrorTable {

    /** Code, reaction (see {@link #row}), name, text, and a remedy if there is one. */
    private static final String TABLE = """
            0    |NO|ERR_NOERROR|no error
            1    |RT|ERR_INTERNAL|internal error|restart the ADS server if it stays
            2    |CO|ERR_NORTIME|no real time|start TwinCAT on the target
            3    |CA|ERR_ALLOCLOCKEDMEM|locked memory is exhausted|enlarge the router memory
            4    |CA|ERR_INSERTMAILBOX|mailbox full, message not sent|send fewer messages per cycle, use sum commands
            5    |RT|ERR_WRONGRECEIVEHMSG|wrong message handle
            6    |CO|ERR_TARGETPORTNOTFOUND|target port not found|check the AMS port and that the PLC is in RUN
            7    |CO|ERR_TARGETMACHINENOTFOUND|target machine not found|add an AMS route, check the net id
            8    |CO|ERR_UNKNOWNCMDID|unknown command id
            9    |CO|ERR_BADTASKID|invalid task id
            A    |CO|ERR_NOIO|no I/O
            B    |CO|ERR_UNKNOWNAMSCMD|unknown AMS command
            C    |RT|ERR_WIN32ERROR|Win32 error on the target
            D    |RT|ERR_PORTNOTCONNECTED|port not connected
            E    |CO|ERR_INVALIDAMSLENGTH|invalid AMS length|ask for less data in one request
            F    |CO|ERR_INVALIDAMSNETID|invalid AMS net id|check the net id
            10   |CO|ERR_LOWINSTLEVEL|installation level too low|check the TwinCAT 2 licence
            11   |CO|ERR_NODEBUGINTAVAILABLE|no debugging available
            12   |CO|ERR_PORTDISABLED|port disabled|start the TwinCAT system service
            13   |CO|ERR_PORTALREADYCONNECTED|port already connected|use another source port
            14   |RT|ERR_AMSSYNC_W32ERROR|Win32 error in a synchronous call
            15   |RT|ERR_AMSSYNC_TIMEOUT|timeout in a synchronous call
            16   |RT|ERR_AMSSYNC_AMSERROR|AMS error in a synchronous call
            17   |RT|ERR_AMSSYNC_NOINDEXINMAP|no index map for a synchronous call
            18   |CO|ERR_INVALIDAMSPORT|invalid AMS port|check the AMS port
            19   |CA|ERR_NOMEMORY|no memory|enlarge the router memory
            1A   |RT|ERR_TCPSEND|TCP send error|check the network
            1B   |RT|ERR_HOSTUNREACHABLE|host unreachable|check the network and the route's address
            1C   |CO|ERR_INVALIDAMSFRAGMENT|invalid AMS fragment
            1D   |RT|ERR_TLSSEND|TLS send error|check the certificates of the secure ADS route
            1E   |CO|ERR_ACCESSDENIED|secure ADS access denied|check the secure ADS route
            1F   |RT|ERR_TCP_CONN_REFUSED|TCP connection refused|check that the target's router runs and its firewall
            500  |CA|ROUTERERR_NOLOCKEDMEMORY|router: no locked memory|enlarge the router memory
            501  |CA|ROUTERERR_RESIZEMEMORY|router: memory size could not be changed|enlarge the router memory
            502  |CA|ROUTERERR_MAILBOXFULL|router: mailbox full|send fewer messages per cycle, use sum commands
            503  |CA|ROUTERERR_DEBUGBOXFULL|router: debug mailbox full
            504  |CO|ROUTERERR_UNKNOWNPORTTYPE|router: unknown port type
            505  |RT|ROUTERERR_NOTINITIALIZED|router: not initialised
            506  |CO|ROUTERERR_PORTALREADYINUSE|router: port already in use|use another source port
            507  |CO|ROUTERERR_NOTREGISTERED|router: port not registered
            508  |CA|ROUTERERR_NOMOREQUEUES|router: no more ports|close ADS clients on this router
            509  |CO|ROUTERERR_INVALIDPORT|router: invalid port|check the AMS port
            50A  |RT|ROUTERERR_NOTACTIVATED|router: not active|start the TwinCAT router
            50B  |CA|ROUTERERR_FRAGMENTBOXFULL|router: mailbox for fragments full
            50C  |RT|ROUTERERR_FRAGMENTTIMEOUT|router: a fragment came too late
            50D  |RT|ROUTERERR_TOBEREMOVED|router: port is being removed
            50E  |CO|ROUTERERR_INVALIDPARM|router: invalid parameter
            700  |RT|ADSERR_DEVICE_ERROR|device error
            701  |CO|ADSERR_DEVICE_SRVNOTSUPP|service not supported by the device
            702  |CO|ADSERR_DEVICE_INVALIDGRP|invalid index group|check the address
            703  |CO|ADSERR_DEVICE_INVALIDOFFSET|invalid index offset|check the address
            704  |CO|ADSERR_DEVICE_INVALIDACCESS|reading or writing not permitted|check the symbol's access rights
            705  |CO|ADSERR_DEVICE_INVALIDSIZE|wrong size|check the data type
            706  |CO|ADSERR_DEVICE_INVALIDDATA|invalid value|check the value's range
            707  |RT|ADSERR_DEVICE_NOTREADY|device not ready|start the PLC
            708  |RT|ADSERR_DEVICE_BUSY|device busy
            709  |CO|ADSERR_DEVICE_INVALIDCONTEXT|invalid operating system context|call ADS from one task of the PLC
            70A  |CA|ADSERR_DEVICE_NOMEMORY|device out of memory|ask for less, or enlarge the router memory
            70B  |CO|ADSERR_DEVICE_INVALIDPARM|invalid parameter
            70C  |CO|ADSERR_DEVICE_NOTFOUND|not found|check the name
            70D  |CO|ADSERR_DEVICE_SYNTAX|syntax error in a command or file
            70E  |CO|ADSERR_DEVICE_INCOMPATIBLE|objects do not match
            70F  |CO|ADSERR_DEVICE_EXISTS|object exists already
            710  |CO|ADSERR_DEVICE_SYMBOLNOTFOUND|symbol not found|check the name, or browse
            711  |RE|ADSERR_DEVICE_SYMBOLVERSIONINVALID|symbol version invalid, as after an online change
            712  |RT|ADSERR_DEVICE_INVALIDSTATE|device in an invalid state|bring the PLC to RUN
            713  |CO|ADSERR_DEVICE_TRANSMODENOTSUPP|transmission mode not supported|use cyclic or on-change
            714  |RE|ADSERR_DEVICE_NOTIFYHNDINVALID|notification handle invalid, as after an online change
            715  |RE|ADSERR_DEVICE_CLIENTUNKNOWN|notification client not registered
            716  |CA|ADSERR_DEVICE_NOMOREHDLS|no more handles|subscribe to fewer points, or poll them
            717  |CA|ADSERR_DEVICE_INVALIDWATCHSIZE|notification too large|subscribe to parts of the variable
            718  |RT|ADSERR_DEVICE_NOTINIT|device not initialised
            719  |RT|ADSERR_DEVICE_TIMEOUT|timeout in the device
            71A  |CO|ADSERR_DEVICE_NOINTERFACE|interface query failed
            71B  |CO|ADSERR_DEVICE_INVALIDINTERFACE|wrong interface
            71C  |CO|ADSERR_DEVICE_INVALIDCLSID|class id invalid
            71D  |CO|ADSERR_DEVICE_INVALIDOBJID|object id invalid
            71E  |RT|ADSERR_DEVICE_PENDING|request pending
            71F  |RT|ADSERR_DEVICE_ABORTED|request aborted
            720  |RT|ADSERR_DEVICE_WARNING|warning
            721  |CO|ADSERR_DEVICE_INVALIDARRAYIDX|array index invalid|check the index
            722  |RE|ADSERR_DEVICE_SYMBOLNOTACTIVE|symbol not active, as after an online change
            723  |CO|ADSERR_DEVICE_ACCESSDENIED|access denied|check the access rights
            724  |CO|ADSERR_DEVICE_LICENSENOTFOUND|licence missing|activate the TwinCAT licence
            725  |CO|ADSERR_DEVICE_LICENSEEXPIRED|licence expired|renew the TwinCAT licence
            726  |CO|ADSERR_DEVICE_LICENSEEXCEEDED|licence exceeded|extend the TwinCAT licence
            727  |CO|ADSERR_DEVICE_LICENSEINVALID|licence invalid|check the TwinCAT licence
            728  |CO|ADSERR_DEVICE_LICENSESYSTEMID|licence is for another system|check the TwinCAT licence
            729  |CO|ADSERR_DEVICE_LICENSENOTIMELIMIT|licence has no time limit|check the TwinCAT licence
            72A  |CO|ADSERR_DEVICE_LICENSEFUTUREISSUE|licence issued in the future|check the target's clock
            72B  |CO|ADSERR_DEVICE_LICENSETIMETOLONG|licence period too long|check the TwinCAT licence
            72C  |RT|ADSERR_DEVICE_EXCEPTION|exception in the device|see the target's event log
            72D  |CO|ADSERR_DEVICE_LICENSEDUPLICATED|licence file read twice|check the TwinCAT licence
            72E  |CO|ADSERR_DEVICE_SIGNATUREINVALID|signature invalid
            72F  |CO|ADSERR_DEVICE_CERTIFICATEINVALID|certificate invalid
            730  |CO|ADSERR_DEVICE_LICENSEOEMNOTFOUND|OEM's public key unknown|check the OEM licence
            731  |CO|ADSERR_DEVICE_LICENSERESTRICTED|licence not valid for this system|check the TwinCAT licence
            732  |CO|ADSERR_DEVICE_LICENSEDEMODENIED|demo licence denied|check the TwinCAT licence
            733  |CO|ADSERR_DEVICE_INVALIDFNCID|function id invalid
            734  |CO|ADSERR_DEVICE_OUTOFRANGE|out of range|check the value's range
            735  |CO|ADSERR_DEVICE_INVALIDALIGNMENT|alignment invalid
            736  |CO|ADSERR_DEVICE_LICENSEPLATFORM|licence is for another platform level|check the TwinCAT licence
            737  |RT|ADSERR_DEVICE_FORWARD_PL|forwarded to passive level
            738  |RT|ADSERR_DEVICE_FORWARD_DL|forwarded to dispatch level
            739  |RT|ADSERR_DEVICE_FORWARD_RT|forwarded to real time
            740  |RT|ADSERR_CLIENT_ERROR|client error
            741  |CO|ADSERR_CLIENT_INVALIDPARM|client: invalid parameter
            742  |CO|ADSERR_CLIENT_LISTEMPTY|client: polling list empty
            743  |CO|ADSERR_CLIENT_VARUSED|client: connection already in use
            744  |RT|ADSERR_CLIENT_DUPLINVOKEID|client: invoke id in use
            745  |RT|ADSERR_CLIENT_SYNCTIMEOUT|no answer in time|check routes on both sides, firewall and target
            746  |RT|ADSERR_CLIENT_W32ERROR|client: Win32 error
            747  |CO|ADSERR_CLIENT_TIMEOUTINVALID|client: timeout value invalid
            748  |RT|ADSERR_CLIENT_PORTNOTOPEN|client: port not open
            749  |CO|ADSERR_CLIENT_NOAMSADDR|client: no AMS address|give the client a net id
            750  |RT|ADSERR_CLIENT_SYNCINTERNAL|client: internal error in a synchronous call
            751  |CA|ADSERR_CLIENT_ADDHASH|client: hash table overflow
            752  |RE|ADSERR_CLIENT_REMOVEHASH|client: notification not in the table
            753  |RE|ADSERR_CLIENT_NOMORESYM|client: no symbols in the cache
            754  |RT|ADSERR_CLIENT_SYNCRESINVALID|client: invalid response
            755  |RT|ADSERR_CLIENT_SYNCPORTLOCKED|client: port locked
            756  |RT|ADSERR_CLIENT_REQUESTCANCELLED|client: request cancelled
            1000 |RT|RTERR_INTERNAL|real time: internal error
            1001 |CO|RTERR_BADTIMERPERIODS|real time: timer period invalid
            1002 |RT|RTERR_INVALIDTASKPTR|real time: null task pointer
            1003 |RT|RTERR_INVALIDSTACKPTR|real time: null stack pointer
            1004 |CO|RTERR_PRIOEXISTS|real time: task priority already in use
            1005 |CA|RTERR_NOMORETCB|real time: no more task control blocks
            1006 |CA|RTERR_NOMORESEMAS|real time: no more semaphores
            1007 |CA|RTERR_NOMOREQUEUES|real time: no more queue places
            1008 |RT|RTERR_SHUTDOWNTIMEOUT|real time: timeout at shutdown
            1009 |RT|RTERR_CHECKHOSTOSNOPCR|real time: host system check failed (PCR)
            100A |RT|RTERR_CHECKHOSTOSNOIDT|real time: host system check failed (IDT)
            100B |RT|RTERR_CHECKHOSTOSNOPHYSMEM|real time: host system check failed (memory)
            100C |RT|RTERR_CHECKHOSTOSMAPERR|real time: host system check failed (mapping)
            100D |CO|RTERR_EXTIRQALREADYDEF|real time: external interrupt already defined
            100E |CO|RTERR_EXTIRQNOTDEF|real time: external interrupt not defined
            100F |CO|RTERR_EXTIRQINSTALLFAILED|real time: external interrupt could not be installed
            1010 |CO|RTERR_IRQLNOTLESSOREQUAL|real time: called in the wrong context
            1011 |RT|RTERR_SYSCLOCKFAILURE|real time: no system clock interrupt
            1012 |CO|RTERR_X64RTIMENOTSUPPORTED|real time: not supported on this 64-bit system
            1013 |CO|RTERR_SYSCLOCKMISSING|real time: system clock not set up
            1014 |CO|RTERR_VMXENTERFAILS|real time: could not be entered
            1015 |CO|RTERR_MPSTARTUPFAILED|real time: multi-processor start failed
            1016 |CO|RTERR_CPUSTARTUPFAILED|real time: isolated CPU did not start
            1017 |CO|RTERR_VMXNOTSUPPORTED|real time: VT-x missing|use a CPU with VT-x
            1018 |CO|RTERR_VMXDISABLED|real time: VT-x disabled|enable VT-x in the BIOS
            1019 |CO|RTERR_VMXCONTROLSMISSING|real time: VT-x lacks a feature
            101A |CO|RTERR_VMXENABLEFAILS|real time: VT-x could not be enabled
            271D |CO|WSAEACCES|Winsock: permission denied|check the firewall
            2726 |CO|WSAEINVAL|Winsock: invalid argument
            2736 |RT|WSAENOTSOCK|Winsock: not a socket
            2740 |CO|WSAEADDRINUSE|Winsock: address in use
            2741 |RT|WSAEADDRNOTAVAIL|Winsock: address not available
            2742 |RT|WSAENETDOWN|Winsock: network down|check the network
            2743 |RT|WSAENETUNREACH|Winsock: network unreachable|check the network
            2744 |RT|WSAENETRESET|Winsock: network dropped the connection
            2745 |RT|WSAECONNABORTED|Winsock: connection aborted
            2746 |RT|WSAECONNRESET|Winsock: connection reset by the peer
            2747 |CA|WSAENOBUFS|Winsock: no buffer space
            2749 |RT|WSAENOTCONN|Winsock: not connected
            274C |RT|WSAETIMEDOUT|Winsock: timed out|check the route's address and the firewall
            274D |RT|WSAECONNREFUSED|Winsock: connection refused|check that the target's router runs and its firewall
            2750 |RT|WSAEHOSTDOWN|Winsock: host down|check that the target is on
            2751 |RT|WSAEHOSTUNREACH|Winsock: no route to the host|check the network
            """;

    private AdsErrorTable() {}

    static Map<Integer, AdsErrorCode> read() {
        return TABLE.lines().map(AdsErrorTable::row).collect(Collectors.toUnmodifiableMap(AdsErrorCode::code, e -> e));
    }

    private static AdsErrorCode row(String line) {
        String[] cells = line.split("\\|", -1);
        Reaction reaction = switch (cells[1]) {
            case "NO" -> Reaction.NONE;
            case "RE" -> Reaction.RE_RESOLVE;
            case "RT" -> Reaction.RETRY;
            case "CO" -> Reaction.CONFIGURATION;
            case "CA" -> Reaction.CAPACITY;
            default -> throw new IllegalStateException("no reaction " + cells[1] + " in: " + line);
        };
        return new AdsErrorCode(
                Integer.parseInt(cells[0].strip(), 16), cells[2], cells[3], cells.length > 4 ? cells[4] : "", reaction);
    }
}
