/** A moment that a test waits for, told by whoever sees it come. */
export interface Signal {
  readonly seen: Promise<void>;
  readonly tell: () => void;
}

export function signal(): Signal {
  let tell: () => void = () => undefined;
  const seen = new Promise<void>((resolve) => {
    tell = resolve;
  });
  return { seen, tell };
}
