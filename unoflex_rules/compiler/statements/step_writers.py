"""One row per kind of statement: who writes it. Not here: how it is written."""

from __future__ import annotations

from unoflex_rules.compiler.statements.blocks import write_assign, write_count, write_effect, write_if, write_together
from unoflex_rules.compiler.statements.finish import write_finish_round, write_finish_turn
from unoflex_rules.compiler.statements.for_each import (
    write_for_each_card,
    write_for_each_player,
    write_for_each_value,
)
from unoflex_rules.compiler.statements.lay import write_lay, write_resolve
from unoflex_rules.compiler.statements.leave import write_come_back, write_leave
from unoflex_rules.compiler.statements.move import (
    write_move_all,
    write_move_card,
    write_move_count,
    write_reveal,
    write_shuffle,
)
from unoflex_rules.compiler.statements.questions.ask import write_ask, write_window
from unoflex_rules.compiler.statements.questions.choose import write_choose
from unoflex_rules.compiler.statements.random import write_random
from unoflex_rules.compiler.statements.repeat import write_repeat, write_stop
from unoflex_rules.compiler.statements.set import write_set
from unoflex_rules.compiler.statements.statement_writer import StepWriter
from unoflex_rules.compiler.statements.turn_plan import (
    write_change_direction,
    write_go_to,
    write_miss_turn,
    write_take_turn,
)
from unoflex_rules.language.statements import tree

STEP_WRITERS: dict[type[tree.Step], StepWriter] = {
    tree.AskStep: write_ask,
    tree.AssignStep: write_assign,
    tree.ChangeDirectionStep: write_change_direction,
    tree.ChooseStep: write_choose,
    tree.ComeBackStep: write_come_back,
    tree.CountStep: write_count,
    tree.EffectStep: write_effect,
    tree.FinishRoundStep: write_finish_round,
    tree.FinishTurnStep: write_finish_turn,
    tree.ForEachCardStep: write_for_each_card,
    tree.ForEachPlayerStep: write_for_each_player,
    tree.ForEachValueStep: write_for_each_value,
    tree.GoToStep: write_go_to,
    tree.IfStep: write_if,
    tree.LayStep: write_lay,
    tree.LeaveStep: write_leave,
    tree.MissTurnStep: write_miss_turn,
    tree.MoveAllStep: write_move_all,
    tree.MoveCardStep: write_move_card,
    tree.MoveCountStep: write_move_count,
    tree.RandomStep: write_random,
    tree.RepeatStep: write_repeat,
    tree.ResolveStep: write_resolve,
    tree.RevealStep: write_reveal,
    tree.SetStep: write_set,
    tree.ShuffleStep: write_shuffle,
    tree.StopStep: write_stop,
    tree.TakeTurnStep: write_take_turn,
    tree.TogetherStep: write_together,
    tree.WindowStep: write_window,
}
