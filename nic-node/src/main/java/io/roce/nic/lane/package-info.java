/**
 * One event loop and everything it owns: link, receive path, table, cache, allocator, quarantine. Other threads hand
 * the lane a command and get a future; nothing here is locked.
 */
package io.roce.nic.lane;
