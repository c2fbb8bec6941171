"""How Numba compiles the kernel as one piece: all functions go into one library, which is optimised and made machine
code once, when the entry point is there. Imported by the compiled module alone.

Not here: what is compiled, and where it is kept (accel.py).

By itself Numba links and optimises each function together with all that it calls, and makes machine code of it, again
for each caller. See docs/decisions/compiled-as-one.md.
"""

from typing import Any

import numba
from llvmlite import binding as llvm
from numba import _dynfunc, types
from numba.core import cgutils, compiler, config, typed_passes, untyped_passes
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.cpu import CPUTargetOptions
from numba.core.options import TargetOptions
from numba.extending import intrinsic

# Numba can promise LLVM that pointers lead to different vectors, and has no name for it among its options.
CPUTargetOptions.noalias = TargetOptions.Mapping("noalias")

INTEGER = numba.int64
VECTOR = numba.int64[::1]
#: The library of each module that is being compiled, by the module's name.
_gathered: dict[str, Any] = {}


@intrinsic  # type: ignore[untyped-decorator]
def pointer(typingctx: Any, array: Any) -> Any:
    """The address of an array's first item."""

    def write(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return cgutils.create_struct_proxy(signature.args[0])(context, builder, value=args[0]).data

    return types.CPointer(types.int64)(array), write


@register_pass(mutates_CFG=True, analysis_only=False)
class Gathering(typed_passes.NativeLowering):  # type: ignore[misc]
    """Write a function's code into the library of its module; with the entry point, which alone is called from Python,
    the library is complete.
    """

    _name = "gathering"

    def run_pass(self, state: Any) -> bool:
        """Lower one function whose types are known."""
        module = state.func_id.func.__module__
        if module not in _gathered:
            _gathered[module] = state.targetctx.codegen().create_library(module)
            _gathered[module].enable_object_caching()
        library = state.library = _gathered[module]
        if not state.flags.no_cpython_wrapper:
            own_functions_alone(library, called=state.func_id.func_name)
            super().run_pass(state)
            del _gathered[module]
            return True
        state.flags.no_compile = True
        super().run_pass(state)
        lowered = state["cr"]
        name = lowered.fndesc.qualname.split(".")[-1]
        # What stands for the function where it is called; no address, since nobody calls it from Python.
        stand_in = _dynfunc.make_function(lowered.fndesc.lookup_module(), name, "", 0, lowered.env, (library,))
        state.targetctx.insert_user_function(stand_in, lowered.fndesc, [])
        state["cr"] = lowered._replace(cfunc=stand_in)
        return True


def own_functions_alone(library: Any, called: str) -> None:
    """Before a library is optimised: tell LLVM that nobody from outside calls its functions, but for the one that is
    called from Python and its wrapper. So they can be inlined and dropped.

    Loops stay as they are written: they run over a hand of cards, which is too short for vectors to pay.
    """
    optimise = library._optimize_final_module

    def with_own_functions() -> None:
        for function in library._final_module.functions:
            if not function.is_declaration and called not in function.name:
                function.linkage = llvm.Linkage.internal
        before, config.LOOP_VECTORIZE = config.LOOP_VECTORIZE, 0
        try:
            optimise()
        finally:
            config.LOOP_VECTORIZE = before

    library._optimize_final_module = with_own_functions


class WholeKernel(compiler.CompilerBase):  # type: ignore[misc]
    """Numba's own steps, but for those that serve what the kernel does not contain, such as closures."""

    def define_pipelines(self) -> list[Any]:
        """The steps from bytecode to code, in order."""
        steps = PassManager("whole")
        for step in (
            untyped_passes.TranslateByteCode,
            untyped_passes.FixupArgs,
            untyped_passes.IRProcessing,
            typed_passes.NopythonTypeInference,
            typed_passes.IRLegalization,
            typed_passes.AnnotateTypes,
            Gathering,
            typed_passes.NoPythonBackend,
        ):
            steps.add_pass(step, step._name)
        steps.finalize()
        return [steps]
