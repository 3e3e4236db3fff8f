// What the programs use, as globals.
{
  const lines = [];
  let fuel = 0;
  const brief = (value) => {
    if (typeof value === "function") return `${value.name}/${value.length} ${value}`;
    if (value instanceof Error) return `${value.name}: ${value.message}`;
    if (typeof value === "object" && value !== null) {
      const name = Object.prototype.toString.call(value);
      const entry = (key) => {
        const inner = value[key];
        const kind = typeof inner;
        return `${key}=${kind === "object" || kind === "function" ? kind : String(inner)}`;
      };
      return `${name} ${Object.keys(value).slice(0, 5).map(entry).join()}`;
    }
    return `${typeof value} ${String(value)}`;
  };
  const primitive = (value) =>
    typeof value === "object" && value !== null || typeof value === "function"
      ? typeof value
      : value;
  Object.assign(globalThis, {
    begin() { lines.length = 0; fuel = 80; },
    taken: () => lines.join("\n"),
    spend: () => (fuel -= 1) < 0,
    log(...values) {
      if (lines.length < 300) lines.push(`- ${values.map(brief).join(" | ").slice(0, 1500)}.`);
      return values.length;
    },
    threw(error) { lines.push(error instanceof Error ? `threw ${brief(error)}` : "threw"); },
    cut: (value) => String(primitive(value)).slice(0, 12),
    num: (value) => Number(primitive(value)) | 0,
    obj: (value) => ({ x: primitive(value), y: 2 }),
    iter(value) {
      if (typeof value === "string") return [value.slice(0, 9)];
      if (typeof value?.[Symbol.iterator] === "function") {
        const all = [];
        for (const one of value) if (all.push(primitive(one)) === 3) break;
        return all;
      }
      return [primitive(value), 2];
    },
    parts: (values) => (Array.isArray(values) ? values.map(String) : values),
    callable: (value) => typeof value === "function" && value !== settle,
    settle(value) {
      if (value instanceof Promise) value.catch((error) => log("late", error));
      return value;
    },
    made: (value) => typeof value === "object" && value !== null ? Object.keys(value).join() : value,
    tag: (strings, value) => strings.raw.join("_") + cut(value),
    resource: () => ({
      [Symbol.dispose]() { log("disposed"); },
      async [Symbol.asyncDispose]() { log("disposed later"); },
    }),
    Base: class Base { constructor() { this.base = new.target.name; } },
  });
}
