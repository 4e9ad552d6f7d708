package io.taktstrom.connect;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.stream.LongStream;
import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;

/**
 * What another JVM has used so far.
 *
 * @param bytes that its threads have allocated, of those that live
 * @param cpuNanos of all its threads
 */
record ProcessCost(long bytes, long cpuNanos) {

    @SuppressWarnings("BanJNDI") // what answers is a process that the test has started
    static ProcessCost of(long pid) throws IOException {
        try (JMXConnector connector = JMXConnectorFactory.connect(new JMXServiceURL(agent(pid)))) {
            MBeanServerConnection there = connector.getMBeanServerConnection();
            ThreadMXBean threads = ManagementFactory.newPlatformMXBeanProxy(
                    there, ManagementFactory.THREAD_MXBEAN_NAME, ThreadMXBean.class);
            OperatingSystemMXBean system = ManagementFactory.newPlatformMXBeanProxy(
                    there, ManagementFactory.OPERATING_SYSTEM_MXBEAN_NAME, OperatingSystemMXBean.class);
            // -1 for a thread that has ended meanwhile.
            long bytes = LongStream.of(threads.getThreadAllocatedBytes(threads.getAllThreadIds()))
                    .filter(each -> each > 0)
                    .sum();
            return new ProcessCost(bytes, system.getProcessCpuTime());
        }
    }

    private static String agent(long pid) throws IOException {
        try {
            VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
            try {
                return machine.startLocalManagementAgent();
            } finally {
                machine.detach();
            }
        } catch (AttachNotSupportedException e) {
            throw new IOException("cannot look into process " + pid + ": " + e.getMessage(), e);
        }
    }
}
