"""The versions of numba that this package is tested with. It uses private parts of numba, which any version may change.

Gains are shares of the processor time of the first `retro solve lgame --backend queue`, measured in turns with and
without a part.

kernel_cache   ``_cache``, ``_reduce``, ``_rebuild``, ``dumps``: files with a checksum, and names that follow from the
               code. The second run takes 18 % of the time of the first
inner_code     JITCodeLibrary, ``_library_class``, ``_finalize_final_module``: functions that only compiled code calls
               get no machine code of their own, which the linker would run in place of code that was optimised with its
               callers: from an empty cache verifying Ostle with 8 pieces took 3:02 instead of 1:31. Gain: 15 %, the
               next part included
inner_code     ``_optimize_final_module``, ``_module_pass_manager``: they are optimised once, with their callers. Gain:
               9 %
inner_code     Compiler, ``subtarget``, ``make_constant_array``: arrays above 1,000,000 bytes are constants. Otherwise
               code would contain their addresses, and could not be cached
compile        ``_nrt``: guards, Ostle's functions, and kernels that take arrays out of tuples do not count references
               to arrays, which is atomic. Gain: 3 % of solving Ostle with six pieces (18.6 s with one thread, three men
               a side, code in the cache), nothing for the L-game
compile        ``fold_argument_types``: each 0 and -1 among arguments would be compiled for itself, so that 95 functions
               were compiled instead of 76. Gain: 5 %
table_types    models, templates and constants of a type, for tuples that are tables
intrinsics     the code generator's features of the processor
compile_errors the texts of numba's messages
here           ``_cblist`` of llvmlite's lock is emptied: a RecursionError in numba's functions there could stop all
               compiling (`unhook_llvm_lock`)
"""

from __future__ import annotations

from functools import cache

from retro.compiling.compile_errors import Uncompilable

FIRST, BEYOND = (0, 63), (0, 69)
"""The first version, and the first that is not tested; pyproject.toml says the same."""


@cache
def check_version() -> None:
    """Raises Uncompilable, with what to install, if another version of numba is installed."""
    import numba

    if not FIRST <= tuple(int(part) for part in numba.__version__.split(".")[:2]) < BEYOND:
        wanted = f"numba>={'.'.join(map(str, FIRST))},<{'.'.join(map(str, BEYOND))}"
        raise Uncompilable(f"numba {numba.__version__} is installed, and retro needs another: pip install '{wanted}'")


@cache
def unhook_llvm_lock() -> None:
    """Removes numba's functions that are called when LLVM's lock is acquired and released. They only measure times.

    The garbage collector frees machine code at any depth of the stack, with LLVM's lock. Where the stack is nearly
    full, as below a function of a plugin that recurses or in JSON nested too deeply, the call of numba's function
    raises RecursionError after the lock has been acquired and before the block that would release it. All other threads
    that need LLVM then wait for ever.
    """
    import llvmlite.binding
    import numba  # noqa: F401 - the import registers the functions

    llvmlite.binding.ffi.lib._lock._cblist.clear()
