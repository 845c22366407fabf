/** Loaded first (`--import`): moves the process's clock forward, as on a machine whose clock was set. */
const shift = Number(process.env.SHIFT_MS);
const RealDate = Date;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given) => Reflect.construct(target, given.length === 0 ? [target.now() + shift] : given),
  get: (target, key) => (key === 'now' ? () => target.now() + shift : Reflect.get(target, key)),
});
