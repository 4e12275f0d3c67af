/**
 * What programs ask of queue pairs and what they are told: work requests, the queues they are posted to, and completion
 * queues. A queue joins one thread of the program to the lane: neither waits for the other, and after creation nothing
 * is allocated.
 */
package io.roce.nic.work;
