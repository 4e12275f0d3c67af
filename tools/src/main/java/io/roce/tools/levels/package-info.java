/** {@code study table}: what tables of one, two and three levels take of memory and time. */
package io.roce.tools.levels;
