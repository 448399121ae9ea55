// Shapes: descriptions of JSON values that check what they are given and are types at the same time.
//
// A message from outside is not checked yet. A shape checks it once, where it comes
// in, and says where it is wrong; everything behind that place can trust the type. Fields that a shape
// does not name are ignored, so that a newer server may say more than this page understands.

export class ShapeError extends Error {
  constructor(
    readonly path: string,
    readonly wanted: string,
  ) {
    super(`${path || 'value'}: expected ${wanted}`);
  }
}

export type Shape<T> = (value: unknown, path: string) => T;
export type Of<S> = S extends Shape<infer T> ? T : never;

type Fields = Record<string, Shape<unknown>>;
type OptionalKeys<F> = { [K in keyof F]: undefined extends Of<F[K]> ? K : never }[keyof F];
type Flat<T> = { [K in keyof T]: T[K] };
export type ObjectOf<F extends Fields> = Flat<
  { [K in Exclude<keyof F, OptionalKeys<F>>]: Of<F[K]> } & {
    [K in OptionalKeys<F>]?: Exclude<Of<F[K]>, undefined>;
  }
>;

export const text: Shape<string> = (value, path) => {
  if (typeof value !== 'string') throw new ShapeError(path, 'a text');
  return value;
};

export const number: Shape<number> = (value, path) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new ShapeError(path, 'a number');
  return value;
};

export const whole: Shape<number> = (value, path) => {
  if (!Number.isSafeInteger(value)) throw new ShapeError(path, 'a whole number');
  return value as number;
};

export const flag: Shape<boolean> = (value, path) => {
  if (typeof value !== 'boolean') throw new ShapeError(path, 'true or false');
  return value;
};

export function matching(pattern: RegExp, wanted: string): Shape<string> {
  return (value, path) => {
    if (typeof value !== 'string' || !pattern.test(value)) throw new ShapeError(path, wanted);
    return value;
  };
}

export function oneOf<const T extends readonly string[]>(...words: T): Shape<T[number]> {
  return (value, path) => {
    if (!words.includes(value as string)) throw new ShapeError(path, words.join(' or '));
    return value as T[number];
  };
}

export function list<T>(item: Shape<T>): Shape<T[]> {
  return (value, path) => {
    if (!Array.isArray(value)) throw new ShapeError(path, 'a list');
    return value.map((each, index) => item(each, `${path}[${index}]`));
  };
}

export function nullable<T>(inner: Shape<T>): Shape<T | null> {
  return (value, path) => (value === null ? null : inner(value, path));
}

// A field that may be left out.
export function optional<T>(inner: Shape<T>): Shape<T | undefined> {
  return (value, path) => (value === undefined ? undefined : inner(value, path));
}

export function object<F extends Fields>(fields: F): Shape<ObjectOf<F>> {
  const entries = Object.entries(fields);
  return (value, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new ShapeError(path, 'an object');
    }
    const given = value as Record<string, unknown>;
    const result: Record<string, unknown> = {};
    for (const [key, shape] of entries) {
      const checked = shape(given[key], path ? `${path}.${key}` : key);
      if (checked !== undefined) result[key] = checked;
    }
    return result as ObjectOf<F>;
  };
}

export function either<A, B>(wanted: string, first: Shape<A>, second: Shape<B>): Shape<A | B> {
  return (value, path) => {
    try {
      return first(value, path);
    } catch {
      try {
        return second(value, path);
      } catch {
        throw new ShapeError(path, wanted);
      }
    }
  };
}

// Messages tell their kind in "type".
export function tagged<M extends Record<string, Shape<object>>>(
  shapes: M,
): Shape<{ [K in keyof M]: Flat<{ type: K } & Of<M[K]>> }[keyof M]> {
  return (value, path) => {
    const type = (value as { type?: unknown } | null)?.type;
    const shape = typeof type === 'string' && Object.hasOwn(shapes, type) ? shapes[type] : undefined;
    if (!shape) throw new ShapeError(path ? `${path}.type` : 'type', Object.keys(shapes).join(' or '));
    return { type, ...shape(value, path) } as never;
  };
}
