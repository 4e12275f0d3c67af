/** Numbers as people read them. */

export const count = n => Number(n).toLocaleString("en-US");

export const rate = n => n >= 100 || n === 0 ? count(Math.round(n)) : n.toFixed(1);

export const hex24 = n => "0x" + Number(n).toString(16).padStart(6, "0");

export const percent = part => (100 * part).toFixed(1) + " %";

export function bytes(n) {
  const units = ["B", "KiB", "MiB", "GiB"];
  let i = 0;
  while (n >= 1024 && i < units.length - 1) {
    n /= 1024;
    i++;
  }
  return (i === 0 ? n : n.toFixed(1)) + " " + units[i];
}

export function duration(ms) {
  if (ms < 1000) {
    return Math.round(ms) + " ms";
  }
  const s = ms / 1000;
  if (s < 60) {
    return s.toFixed(1) + " s";
  }
  const whole = Math.floor(s);
  const parts = [Math.floor(whole / 86400), Math.floor(whole / 3600) % 24, Math.floor(whole / 60) % 60, whole % 60];
  const names = ["d", "h", "min", "s"];
  const first = parts.findIndex(part => part > 0);
  return parts.slice(first, first + 2).map((part, i) => part + " " + names[first + i]).join(" ");
}
