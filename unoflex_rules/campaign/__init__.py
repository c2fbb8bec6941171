"""Campaigns: games of several rounds whose cards, variables and players are kept in a file between the rounds.

For users: campaign.py. Between rounds: resting_state.py, campaign_state.py, campaign_names.py. One round:
campaign_round.py, round_changes.py. The file: campaign_models.py, campaign_reader.py, campaign_binding.py,
card_placement.py, campaign_writer.py. The deck of another group: deck_handover.py.
"""
