// A hook for the latest request of a view. `begin` aborts the previous request and returns the AbortSignal of a new one;
// `signal` returns that of the latest one. Leaving the view aborts it.

import { useEffect, useMemo } from "preact/hooks";

export function useLatest() {
    const latest = useMemo(() => {
        let controller = new AbortController();
        return {
            begin() {
                controller.abort();
                controller = new AbortController();
                return controller.signal;
            },
            signal: () => controller.signal,
        };
    }, []);
    useEffect(() => () => latest.begin(), []);
    return latest;
}
