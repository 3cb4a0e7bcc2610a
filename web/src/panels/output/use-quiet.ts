import { useEffect, useState } from 'react';

/** A value as it was once it had not changed for a number of ms; the first one at once. */
export function useQuiet<Value>(value: Value, ms: number): Value {
  const [quiet, setQuiet] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return quiet;
}
