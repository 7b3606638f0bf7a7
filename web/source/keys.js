// A hook that listens to the keyboard while a view is shown.

import { useEffect, useRef } from "preact/hooks";

export function useKeys(pressed) {
    const latest = useRef();
    latest.current = pressed;
    useEffect(() => {
        const heard = (event) => latest.current(event);
        addEventListener("keydown", heard);
        return () => removeEventListener("keydown", heard);
    }, []);
}
