"""Campaigns: games of several rounds whose cards, points and names are kept in a file from one round to the next.

What lasts between rounds (resting_state.py, kept_state.py), one round (campaign_round.py, round_changes.py), names
(player_names.py), the file (campaign_models.py, campaign_reader.py, campaign_binding.py, card_placement.py,
campaign_writer.py), the deck of another group (deck_handover.py), and what people use (campaign.py).
"""
